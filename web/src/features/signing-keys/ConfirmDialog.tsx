import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SIGNING_KEYS } from '../../api/queries/keys';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { useForm } from '../../ui/form/useForm';

interface ConfirmDialogProps {
  title: string;
  /** Undefined while loading; the confirm button is disabled until then. */
  body: string | undefined;
  confirm: string;
  danger?: boolean;
  run: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a change to signing keys. */
export function ConfirmDialog({ title, body, confirm, danger, run, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: {},
    labels: {},
  });
  const save = form.submit(async () => {
    await run();
    await queries.invalidateQueries({ queryKey: SIGNING_KEYS });
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          {body === undefined ? <Skeleton height={96} /> : <Text>{body}</Text>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button
              type="submit"
              color={danger ? 'red' : undefined}
              loading={form.busy}
              disabled={body === undefined}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
