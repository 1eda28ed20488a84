import type { ComponentType } from 'react';
import type { AttributeKey } from './api';

/** The dialog for creating an attribute, which the app provides. */
export type AttributeSlot = ComponentType<{
  /** The suggested name: that of the column. */
  suggestedName?: string;
  known: readonly AttributeKey[];
  onSaved?: (attribute: AttributeKey) => void;
  onClose: () => void;
}>;

/** The credentials to publish, with the counts known when the dialog opens. */
interface PublishTarget {
  selection: { all_matching: { import_id: number; state: string } };
  count: number;
  drafts: number;
  withoutDesign: number;
}

/** The dialog for publishing, which the app provides. */
export type PublishSlot = ComponentType<{ target: PublishTarget; onClose: () => void }>;

/** The dialogs of other features that an import opens. */
export interface ImportDialogs {
  AttributeDialog: AttributeSlot;
  PublishDialog: PublishSlot;
}
