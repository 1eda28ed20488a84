import type { ComponentType } from 'react';
import type { Credential, Selection } from './api';

/** What is to be published, with what is known of it before asking the server. */
export interface PublishTarget {
  selection: Selection;
  /** All that was picked. */
  count: number;
  /** Those of them that are not published yet. */
  drafts: number;
  /** Drafts whose group has no design, and so cannot be published. */
  withoutDesign: number;
}

/** The dialog that publishes; the app puts it in. */
export type PublishSlot = ComponentType<{ target: PublishTarget; onClose: () => void }>;

/** What is to be downloaded. */
export interface ExportTarget {
  selection: Pick<Selection, 'credential_ids' | 'all_matching'>;
  count: number;
}

/** The dialog that makes files of many credentials; the app puts it in. */
export type ExportSlot = ComponentType<{ target: ExportTarget; onClose: () => void }>;

/** What is to be done to many, by whose dialog. */
export interface ActionTarget {
  kind: 'expiry' | 'privacy' | 'move' | 'resend' | 'remind' | 'delete';
  selection: Pick<Selection, 'credential_ids' | 'all_matching'>;
  count: number;
}

/** The dialog that begins an action on many; the app puts it in. */
export type ActionSlot = ComponentType<{ target: ActionTarget; onClose: (begun: boolean) => void }>;

/** The dialogs of other features that the lists of credentials open. */
export interface CredentialDialogs {
  PublishDialog: PublishSlot;
  ExportDialog: ExportSlot;
  ActionDialog: ActionSlot;
}

export const isDraft = (credential: Credential) =>
  credential.state === 'draft' || credential.state === 'scheduled';

export const hasDesign = ({ group }: Credential) =>
  group.certificate_design_id !== null || group.badge_design_id !== null;

/** The target that a handful of known credentials make: those of them that are drafts. */
export function targetOf(credentials: readonly Credential[]): PublishTarget {
  const drafts = credentials.filter(isDraft);
  return {
    selection: { credential_ids: drafts.map((credential) => credential.accredible_internal_id) },
    count: credentials.length,
    drafts: drafts.length,
    withoutDesign: drafts.filter((credential) => !hasDesign(credential)).length,
  };
}
