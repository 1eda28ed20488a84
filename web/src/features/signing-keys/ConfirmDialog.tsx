import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SIGNING_KEYS } from '../../api/queries/keys';
import { required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { PasswordField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';

const RULES = { current_password: [required] };

interface ConfirmDialogProps {
  title: string;
  /** Undefined while loading; the confirm button is disabled until then. */
  body: string | undefined;
  confirm: string;
  danger?: boolean;
  run: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the user's password before a change to signing keys. */
export function ConfirmDialog({ title, body, confirm, danger, run, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { current_password: '' },
    labels: { current_password: t('signingKeys.password') },
    rules: RULES,
  });
  const save = form.submit(async ({ current_password }) => {
    await run(current_password);
    await queries.invalidateQueries({ queryKey: SIGNING_KEYS });
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          {body === undefined ? <Skeleton height={96} /> : <Text>{body}</Text>}
          <PasswordField field={form.field('current_password')} autoComplete="current-password" />
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
