import type { PreviewRecipient } from '../ports/preview';

/** The state of the previews. */
export type PreviewState = {
  /** Whether the bar to browse recipients is open. */
  people: boolean;
  /** The recipient whose values replace the tags. */
  recipient: PreviewRecipient | null;
  dialog: 'proof' | 'versions' | null;
};

export const NO_PREVIEW: PreviewState = { people: false, recipient: null, dialog: null };
