import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { refreshCredentials } from './api';

interface LifeFormProps {
  title: string;
  confirm: string;
  ready?: boolean;
  /** Heading above the server's errors. */
  failed?: string;
  /** Makes the change and shows a confirmation. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that changes one credential. It stays open if the server returns an error. */
export function LifeForm({
  title,
  confirm,
  ready = true,
  failed,
  onConfirm,
  onClose,
  children,
}: LifeFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const save = async () => {
    setBusy(true);
    setProblems([]);
    try {
      await onConfirm();
      await refreshCredentials(queries);
      onClose();
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines : [];
      setProblems([
        failed ?? t('credentials.saveFailed'),
        ...(lines.length > 0 ? lines : [t('problem.generic')]),
      ]);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} size={520} closeOnClickOutside={false} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="md">
          <FormProblems problems={problems} />
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={!ready}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
