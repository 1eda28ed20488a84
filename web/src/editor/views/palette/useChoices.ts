import { useTranslation } from 'react-i18next';
import { KIND_NAMES, kindOf } from '../../core/blocks';
import { useEditorContext } from '../../state/context/context';
import type { Commands } from '../commands/useCommands';
import { usePreviewChoices } from '../preview/usePreviewChoices';

export type Choice = { id: string; label: string; hint?: string; run: () => void };

/** Returns the palette's choices besides the action table: blocks to add, views, and sample recipients. */
export function useChoices(commands: Commands): Choice[] {
  const { t } = useTranslation();
  const { store, view, ports } = useEditorContext();

  const added = t('editor.palette.add');
  const kinds = KIND_NAMES.flatMap((kind): Choice[] => {
    const { create } = kindOf({ kind });
    if (!create) return [];
    const run = () => commands.add(create(store.getState().sheet.design));
    return [{ id: `add-${kind}`, label: t(`editor.kind.${kind}`), hint: added, run }];
  });
  const words: Choice = {
    id: 'add-words',
    label: t('editor.kind.text'),
    hint: added,
    run: () => commands.addWords(t('editor.add.words')),
  };
  const shown = t('editor.palette.show');
  const samples = [{ key: null, label: t('editor.bar.tags') }, ...ports.samples].map(
    ({ key, label }): Choice => ({
      id: `sample-${key}`,
      label,
      hint: shown,
      run: () => {
        view.getState().setPreview({ people: false });
        view.getState().show({ sample: key });
      },
    }),
  );
  return [words, ...kinds, ...samples, ...usePreviewChoices(shown)];
}
