import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { Modal } from '../../ui/dialog/Modal';

/** A department that can receive the copy. */
export interface Place {
  id: number;
  name: string;
}

interface GroupCloneDialogProps {
  name: string;
  /** The available departments, the current one first. */
  places: Place[];
  onClose: () => void;
  onClone: (place: Place) => Promise<void>;
}

/** Dialog to select the department for the copy. */
export function GroupCloneDialog({ name, places, onClose, onClone }: GroupCloneDialogProps) {
  const { t } = useTranslation();
  const [id, setId] = useState(String(places[0]?.id));
  const [busy, setBusy] = useState(false);
  const place = places.find((one) => String(one.id) === id);
  const clone = async () => {
    if (!place) return;
    setBusy(true);
    await onClone(place);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('groups.clone.title', { name: isolate(name) })}>
      <Stack gap="md">
        <Text c="dimmed">{t('groups.danger.clone')}</Text>
        <Select
          label={t('groups.clone.department')}
          description={place !== places[0] && t('groups.clone.elsewhereHelp')}
          data-autofocus
          searchable={places.length > 10}
          value={id}
          onChange={(next) => setId(next ?? id)}
          data={places.map((one) => ({ value: String(one.id), label: one.name || t('departments.unnamed') }))}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void clone()}>
            {t('groups.actions.clone')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
