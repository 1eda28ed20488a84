import type { Sheet } from '../../core/document/sheet';
import type { Values } from '../../core/document/types';

/** A group whose recipients can be shown on the design. */
export type PreviewGroup = {
  id: number;
  name: string;
  /** How many recipients it has. */
  count: number;
  /** Its credentials look like this design. */
  uses: boolean;
};

export type PreviewRecipient = { id: number; name: string; values: Values };

/** A part of a group, in the order in which its recipients were added. */
export type RecipientStretch = {
  recipients: readonly PreviewRecipient[];
  /** How many of the group stand before the first. */
  earlier: number;
  total: number;
  /** Who has the longest and the shortest name; told at the start of the group only. */
  longest: number | null;
  shortest: number | null;
};

/** Where to go on in a group: after or before one of its recipients, or at the start. */
export type RecipientStep = { after?: number; before?: number; limit: number };

export type PeoplePort = {
  /** Groups that the search finds, those that use the design first. */
  groups: (search: string, signal: AbortSignal) => Promise<readonly PreviewGroup[]>;
  recipients: (group: number, step: RecipientStep, signal: AbortSignal) => Promise<RecipientStretch>;
};

export type ProofForm = 'picture' | 'pdf' | 'print';

/** What the server is to show: the design as it stands, with a recipient, with values, or with its tags. */
export type ProofOrder = {
  sheet: Sheet;
  recipient: number | null;
  values: Values | undefined;
  form: ProofForm;
};

export type PreviewPort = {
  /** Real people to show the design with; left out where one may not see them. */
  people?: PeoplePort | undefined;
  /** What the server makes of the design, saved or not. Rejects with words to show. */
  proof: (order: ProofOrder, signal: AbortSignal) => Promise<Blob>;
};
