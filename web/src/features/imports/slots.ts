import type { ComponentType } from 'react';
import type { AttributeKey } from './api';

/** The dialog that makes an attribute; the app puts it in. */
export type AttributeSlot = ComponentType<{
  /** What it may be called: the name of the column. */
  suggestedName?: string;
  known: readonly AttributeKey[];
  onSaved?: (attribute: AttributeKey) => void;
  onClose: () => void;
}>;

/** What is to be published, with what is known of it before asking the server. */
interface PublishTarget {
  selection: { all_matching: { import_id: number; state: string } };
  count: number;
  drafts: number;
  withoutDesign: number;
}

/** The dialog that publishes; the app puts it in. */
export type PublishSlot = ComponentType<{ target: PublishTarget; onClose: () => void }>;

/** The dialogs of other features that an import opens. */
export interface ImportDialogs {
  AttributeDialog: AttributeSlot;
  PublishDialog: PublishSlot;
}
