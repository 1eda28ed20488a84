import type { ComponentType } from 'react';
import type { ActionDialog } from '../../features/actions/ActionDialog';
import type { EvidencePanel } from '../../features/evidence/EvidencePanel';
import type { ExportDialog } from '../../features/exports/ExportDialog';
import type { PublishDialog } from '../../features/publish/PublishDialog';
import type { ReferencesPanel } from '../../features/references/ReferencesPanel';

type Page = ComponentType<{
  PublishDialog: typeof PublishDialog;
  ExportDialog: typeof ExportDialog;
  ActionDialog: typeof ActionDialog;
  Evidence: typeof EvidencePanel;
  References: typeof ReferencesPanel;
}>;

/** Loads a page of credentials with the dialogs that publish and download them: the features know nothing of each other. */
export function withDialogs(load: () => Promise<Page>) {
  return async () => {
    const [Page, publish, exports, actions, evidence, references] = await Promise.all([
      load(),
      import('../../features/publish/PublishDialog'),
      import('../../features/exports/ExportDialog'),
      import('../../features/actions/ActionDialog'),
      import('../../features/evidence/EvidencePanel'),
      import('../../features/references/ReferencesPanel'),
    ]);
    const page = () => (
      <Page
        PublishDialog={publish.PublishDialog}
        ExportDialog={exports.ExportDialog}
        ActionDialog={actions.ActionDialog}
        Evidence={evidence.EvidencePanel}
        References={references.ReferencesPanel}
      />
    );
    return { Component: page };
  };
}
