import type { ComponentType } from 'react';
import type { ActionDialog } from '../../features/actions/ActionDialog';
import type { ExportDialog } from '../../features/exports/ExportDialog';
import type { PublishDialog } from '../../features/publish/PublishDialog';
import type { Vouching } from './Vouching';

type Page = ComponentType<{
  PublishDialog: typeof PublishDialog;
  ExportDialog: typeof ExportDialog;
  ActionDialog: typeof ActionDialog;
  Evidence: typeof Vouching;
}>;

/** Loads a page of credentials with the dialogs for publishing and downloading. Features do not import one another. */
export function withDialogs(load: () => Promise<Page>) {
  return async () => {
    const [Page, publish, exports, actions, vouching] = await Promise.all([
      load(),
      import('../../features/publish/PublishDialog'),
      import('../../features/exports/ExportDialog'),
      import('../../features/actions/ActionDialog'),
      import('./Vouching'),
    ]);
    const page = () => (
      <Page
        PublishDialog={publish.PublishDialog}
        ExportDialog={exports.ExportDialog}
        ActionDialog={actions.ActionDialog}
        Evidence={vouching.Vouching}
      />
    );
    return { Component: page };
  };
}
