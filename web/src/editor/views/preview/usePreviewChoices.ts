import { useTranslation } from 'react-i18next';
import { useEditorContext } from '../../state/context/context';
import type { PreviewState } from '../../state/view/preview';

type Choice = { id: string; label: string; hint?: string; run: () => void };

/** Returns the palette's choices for previews that the host application supports. */
export function usePreviewChoices(hint: string): Choice[] {
  const { t } = useTranslation();
  const { view, ports } = useEditorContext();
  const open = (change: Partial<PreviewState>) => () => view.getState().setPreview(change);
  const people = { id: 'people', label: t('editor.preview.choose'), hint, run: open({ people: true }) };
  const proof = { id: 'proof', label: t('editor.preview.proof.title'), run: open({ dialog: 'proof' }) };
  const versions = { id: 'versions', label: t('editor.versions.title'), run: open({ dialog: 'versions' }) };
  return [
    ...(ports.preview?.people ? [people] : []),
    ...(ports.preview ? [proof] : []),
    ...(ports.versions ? [versions] : []),
  ];
}
