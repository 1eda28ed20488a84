import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { toast } from '../../ui/toast/toast';
import { copyDesignInto, type DesignSummary } from './api';
import { useOtherDepartments } from './useOtherDepartments';

/** Copies a design to another department of the user. */
export function DesignCopyDialog({ design, onClose }: { design: DesignSummary; onClose: () => void }) {
  const { t } = useTranslation();
  const places = useOtherDepartments();
  const [id, setId] = useState(String(places[0]?.id));
  const [busy, setBusy] = useState(false);
  const copy = async () => {
    const place = places.find((one) => String(one.id) === id);
    if (!place || design.id === null) return;
    setBusy(true);
    try {
      await copyDesignInto(design.id, place.id);
      toast.success(
        t('designs.copyTo.done', {
          name: isolate(design.name),
          department: isolate(place.name || t('departments.unnamed')),
        }),
      );
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines : [];
      void dialog.warning({ title: t('designs.copyFailed'), body: lines.join('\n') || t('problem.generic') });
    }
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('designs.copyTo.title', { name: isolate(design.name) })}>
      <Stack gap="md">
        <Text c="dimmed">{t('designs.copyTo.help')}</Text>
        <Select
          label={t('designs.copyTo.department')}
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
          <Button loading={busy} onClick={() => void copy()}>
            {t('designs.copyTo.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
