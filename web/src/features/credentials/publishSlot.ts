import type { ComponentType } from 'react';
import type { Credential, Selection } from './api';

/** The credentials to publish, with the counts known when the dialog opens. */
export interface PublishTarget {
  selection: Selection;
  /** The number of selected credentials. */
  count: number;
  /** How many of them are not published yet. */
  drafts: number;
  /** How many drafts cannot be published because their group has no design. */
  withoutDesign: number;
}

/** The dialog for publishing, which the app provides. */
export type PublishSlot = ComponentType<{ target: PublishTarget; onClose: () => void }>;

/** The credentials to download. */
export interface ExportTarget {
  selection: Pick<Selection, 'credential_ids' | 'all_matching'>;
  count: number;
}

/** The dialog for downloading files of many credentials, which the app provides. */
export type ExportSlot = ComponentType<{ target: ExportTarget; onClose: () => void }>;

/** A bulk operation and the credentials it applies to. */
export interface ActionTarget {
  kind: 'expiry' | 'privacy' | 'move' | 'resend' | 'remind' | 'delete';
  selection: Pick<Selection, 'credential_ids' | 'all_matching'>;
  count: number;
}

/** The dialog that starts a bulk operation, which the app provides. */
export type ActionSlot = ComponentType<{ target: ActionTarget; onClose: (begun: boolean) => void }>;

/** The dialogs of other features that lists of credentials open. */
export interface CredentialDialogs {
  PublishDialog: PublishSlot;
  ExportDialog: ExportSlot;
  ActionDialog: ActionSlot;
}

export const isDraft = (credential: Credential) =>
  credential.state === 'draft' || credential.state === 'scheduled';

export const hasDesign = ({ group }: Credential) =>
  group.certificate_design_id !== null || group.badge_design_id !== null;

/** Returns the target for credentials that are already loaded. Only drafts are published. */
export function targetOf(credentials: readonly Credential[]): PublishTarget {
  const drafts = credentials.filter(isDraft);
  return {
    selection: { credential_ids: drafts.map((credential) => credential.accredible_internal_id) },
    count: credentials.length,
    drafts: drafts.length,
    withoutDesign: drafts.filter((credential) => !hasDesign(credential)).length,
  };
}
