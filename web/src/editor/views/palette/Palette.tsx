import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, CommandSearch } from '../../../ui/command/CommandSearch';
import { useEditor, useEditorContext } from '../../state/context/context';
import { ACTIONS, type ActionContext, isPossible } from '../commands/shortcuts';
import { useKeyNames } from './keys';
import { useChoices } from './useChoices';

type Props = { opened: boolean; onClose: () => void; doing: ActionContext };

/** The command palette: a search for all actions, with their shortcuts. */
export function Palette({ opened, onClose, doing }: Props) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const { hintOf } = useKeyNames();
  const chosen = useRef<() => void>(undefined);
  const choices = useChoices(doing.commands);
  // Whether an action is possible is evaluated again whenever the palette opens.
  useEditor((state) => (opened ? state.selection : undefined));
  const state = store.getState();

  const later = (run: () => void) => () => {
    chosen.current = run;
  };
  const table = ACTIONS.flatMap((action): Command[] => {
    const { name, run } = action;
    if (!run || name === 'palette') return [];
    return [
      {
        id: name,
        label: t(`editor.shortcut.${name}`),
        hint: hintOf(name),
        disabled: !isPossible(action, state),
        run: later(() => run(doing)),
      },
    ];
  });
  const others = choices.map((choice) => ({ ...choice, run: later(choice.run) }));
  return (
    <CommandSearch
      opened={opened}
      onClose={onClose}
      // The action runs after the focus has returned, since it may move the focus itself.
      onClosed={() => {
        const run = chosen.current;
        chosen.current = undefined;
        run?.();
      }}
      placeholder={t('editor.palette.placeholder')}
      results={t('editor.palette.results')}
      nothing={t('editor.palette.nothing')}
      commands={[...table, ...others]}
    />
  );
}
