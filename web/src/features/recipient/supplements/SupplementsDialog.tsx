import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PUBLIC_CREDENTIAL } from '../../../api/queries/keys';
import { RECIPIENT } from '../../../api/recipient';
import { Modal } from '../../../ui/dialog/Modal';
import type { EvidenceItem } from './api';
import { EvidenceForm } from './EvidenceForm';
import { OwnEvidence } from './OwnEvidence';
import { OwnReferences } from './OwnReferences';
import { ReferenceForm } from './ReferenceForm';

type Doing = { what: 'evidence'; item?: EvidenceItem } | { what: 'reference' } | null;

/** What the recipient adds to their credential: evidence, and references by people who know them. */
export function SupplementsDialog({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>(null);
  const back = () => setDoing(null);
  const reload = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: RECIPIENT }),
      queries.invalidateQueries({ queryKey: PUBLIC_CREDENTIAL }),
    ]);
  };
  const done = async () => {
    await reload();
    back();
  };
  return (
    <Modal opened onClose={onClose} size={680} closeOnClickOutside={!doing} title={t('supplements.title')}>
      {doing?.what === 'evidence' && (
        <EvidenceForm uuid={uuid} item={doing.item} onBack={back} onDone={done} />
      )}
      {doing?.what === 'reference' && <ReferenceForm uuid={uuid} onBack={back} onDone={done} />}
      {!doing && (
        <Stack gap="xl">
          <OwnEvidence
            uuid={uuid}
            onAdd={() => setDoing({ what: 'evidence' })}
            onEdit={(item) => setDoing({ what: 'evidence', item })}
            onDone={reload}
          />
          <OwnReferences uuid={uuid} onAsk={() => setDoing({ what: 'reference' })} onDone={reload} />
        </Stack>
      )}
    </Modal>
  );
}
