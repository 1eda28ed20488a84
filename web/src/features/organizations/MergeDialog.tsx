import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { GROUPS, invalidate, OPERATIONS, ORGANIZATIONS } from '../../api/queries/keys';
import { isolate } from '../../lib/bidi';
import { Modal } from '../../ui/dialog/Modal';
import { toast } from '../../ui/toast/toast';
import { mergeDepartment, type Organization, type Place } from './api';

interface MergeDialogProps {
  organization: Organization;
  department: Place;
  /** The departments that it can be merged into. */
  others: Place[];
  onClose: () => void;
}

/** Merges a department into another one of the organization. */
export function MergeDialog({ organization, department, others, onClose }: MergeDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [into, setInto] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const name = isolate(department.name || t('departments.unnamed'));
  const merge = async () => {
    setBusy(true);
    try {
      await mergeDepartment(organization.id, department.id, Number(into));
      toast.success(t('organizations.merge.done', { name }));
      onClose();
      await invalidate(queries, ORGANIZATIONS, GROUPS, OPERATIONS);
    } catch (error) {
      setFailure((error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('organizations.merge.title', { name })}>
      <Stack gap="md">
        <Text>{t('organizations.merge.body', { name })}</Text>
        <Select
          label={t('organizations.merge.into')}
          data={others.map((one) => ({ value: String(one.id), label: one.name || t('departments.unnamed') }))}
          value={into}
          onChange={setInto}
          searchable={others.length > 10}
          data-autofocus
        />
        {failure && (
          <Alert role="alert" color="red" title={t('organizations.failed')}>
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button disabled={!into} loading={busy} onClick={() => void merge()}>
            {t('organizations.merge.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
