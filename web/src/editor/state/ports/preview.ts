import type { Sheet } from '../../core/document/sheet';
import type { Values } from '../../core/document/types';

/** A group whose recipients can be previewed on the design. */
export type PreviewGroup = {
  id: number;
  name: string;
  /** The number of recipients. */
  count: number;
  /** Whether the group's credentials use this design. */
  uses: boolean;
};

export type PreviewRecipient = { id: number; name: string; values: Values };

/** A range of a group's recipients, in the order in which they were added. */
export type RecipientStretch = {
  recipients: readonly PreviewRecipient[];
  /** The number of recipients before the first one. */
  earlier: number;
  total: number;
  /** The recipients with the longest and the shortest name. Only set at the start of a group. */
  longest: number | null;
  shortest: number | null;
};

/** The position to load from: after or before a recipient, or the start. */
export type RecipientStep = { after?: number; before?: number; limit: number };

export type PeoplePort = {
  /** Searches groups. Those that use the design come first. */
  groups: (search: string, signal: AbortSignal) => Promise<readonly PreviewGroup[]>;
  recipients: (group: number, step: RecipientStep, signal: AbortSignal) => Promise<RecipientStretch>;
};

export type ProofForm = 'picture' | 'pdf' | 'print';

/** A proof to request: the present design with a recipient, with values, or with its tags. */
export type ProofOrder = {
  sheet: Sheet;
  recipient: number | null;
  values: Values | undefined;
  form: ProofForm;
};

export type PreviewPort = {
  /** Real recipients for previews. Not set if the user may not see them. */
  people?: PeoplePort | undefined;
  /** Returns the server's rendering of the design, saved or not. Rejects with a translated message. */
  proof: (order: ProofOrder, signal: AbortSignal) => Promise<Blob>;
};
