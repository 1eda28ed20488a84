import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { API_KEYS } from '../../api/queries/keys';
import { Modal } from '../../ui/dialog/Modal';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { ApiKeyFields, KEY_RULES, type KeyFormValues, toCall, useKeyLabels } from './ApiKeyFields';
import { type ApiKey, type GroupChoice, groupsByIdQuery, updateApiKey } from './api';

interface ApiKeyEditDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Edits the name, scopes and limits of a key. The groups are loaded first, since the key has only their IDs. */
export function ApiKeyEditDialog({ apiKey, onClose }: ApiKeyEditDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(groupsByIdQuery(apiKey.group_ids));
  const groups = apiKey.group_ids.length === 0 ? [] : data;
  return (
    <Modal opened onClose={onClose} title={t('apiKeys.edit.title', { name: apiKey.name })} size="lg">
      {error && !groups ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : groups ? (
        <EditForm apiKey={apiKey} groups={groups} onClose={onClose} />
      ) : (
        <Skeleton height={320} />
      )}
    </Modal>
  );
}

function EditForm({ apiKey, groups, onClose }: ApiKeyEditDialogProps & { groups: GroupChoice[] }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm<KeyFormValues>({
    initial: valuesOf(apiKey, groups),
    labels: useKeyLabels(),
    rules: KEY_RULES,
  });
  const save = form.submit(async (values) => {
    const { expires_at, ...rest } = toCall(values, t('apiKeys.form.noScopes'));
    const sameDay = values.expires_at === dayOf(apiKey.expires_at);
    await updateApiKey(apiKey.id, sameDay ? rest : { ...rest, expires_at });
    await queries.invalidateQueries({ queryKey: API_KEYS });
    toast.success(t('apiKeys.edit.saved'));
    onClose();
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <Text c="dimmed" size="sm">
          {t('apiKeys.edit.help')}
        </Text>
        <ApiKeyFields form={form} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('apiKeys.edit.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function valuesOf(key: ApiKey, groups: GroupChoice[]): KeyFormValues {
  return {
    name: key.name,
    scopes: [...key.scopes],
    group_ids: groups,
    allowed_addresses: key.allowed_addresses.join('\n'),
    rate_limit: key.rate_limit === 0 ? '' : String(key.rate_limit),
    expires_at: dayOf(key.expires_at),
  };
}

/** The local date of a timestamp; empty for none. */
function dayOf(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
