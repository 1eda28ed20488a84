import type { PreviewRecipient } from '../ports/preview';

/** What of the previews is open. */
export type PreviewState = {
  /** The bar that steps through people is there. */
  people: boolean;
  /** Who stands in place of the tags. */
  recipient: PreviewRecipient | null;
  dialog: 'proof' | 'versions' | null;
};

export const NO_PREVIEW: PreviewState = { people: false, recipient: null, dialog: null };
