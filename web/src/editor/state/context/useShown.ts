import type { Values } from '../../core/document/types';
import type { PreviewRecipient } from '../ports/preview';
import { useEditorContext, useView } from './context';

/** Whose values replace the tags: a recipient's, a sample's, or nobody's. */
export type Shown = { recipient: PreviewRecipient | null; label: string | null; values: Values | undefined };

export function useShown(): Shown {
  const { ports } = useEditorContext();
  const recipient = useView((state) => state.preview.recipient);
  const key = useView((state) => state.sample);
  if (recipient) return { recipient, label: recipient.name, values: recipient.values };
  const sample = ports.samples.find((one) => one.key === key);
  return { recipient: null, label: sample?.label ?? null, values: sample?.values };
}
