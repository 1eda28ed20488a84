import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSheet } from '../../core/document/sheet';
import { useEditorContext } from '../../state/context/context';
import type { PastVersion, VersionsPort } from '../../state/ports/versions';
import { VersionHistory, type VersionPlace } from './VersionHistory';

/** The version history of the open design. Restoring a version replaces the page, which can be undone. */
export function VersionsDialog({ port, onClose }: { port: VersionsPort; onClose: () => void }) {
  const { t } = useTranslation();
  const { store, ports } = useEditorContext();
  const [place, setPlace] = useState<VersionPlace>({ shown: null, against: null });
  const { restore } = port;

  const take = async ({ number }: PastVersion) => {
    const outcome = await restore?.(number, store.getState().version);
    if (outcome?.state === 'refused') ports.tell(outcome.lines.join('\n'), 'warning');
    if (outcome?.state !== 'restored') return false;
    const { name, document, version } = outcome.design;
    store.getState().resolveConflict(openSheet(name, document), version, 'version');
    ports.tell(t('editor.versions.restored', { number }), 'success');
    return true;
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1320px, 96vw)"
      title={t('editor.versions.title')}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <VersionHistory port={port} place={place} onPlace={setPlace} onRestore={restore && take} />
    </Modal>
  );
}
