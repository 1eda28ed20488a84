import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { GROUPS } from '../../api/queries/keys';
import { ErrorPage } from '../../ui/ErrorPage';
import { useDirtyGuard } from '../../ui/form/useDirtyGuard';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { createGroup, defaultsQuery, type GroupDefaults } from './api';
import styles from './GroupForm.module.css';
import { groupInput, newGroup } from './groupForm';
import { InfoFields } from './InfoFields';
import { GeneralFields } from './SettingFields';
import { useGroupForm } from './useGroupForm';
import { warnNotSaved } from './warnNotSaved';

/** Creates a group from its basic information. All other settings are the department's defaults. */
export function Component() {
  const { data, error, refetch } = useQuery(defaultsQuery);
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  return data ? <GroupCreate defaults={data} /> : <PageSkeleton />;
}

function GroupCreate({ defaults }: { defaults: GroupDefaults }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useGroupForm(useMemo(() => newGroup(defaults), [defaults]));
  const idempotencyKey = useMemo(() => crypto.randomUUID(), []);
  useDirtyGuard(form.dirty && !form.busy);

  const save = form.submit(async (values) => {
    try {
      const made = await createGroup(groupInput(values), idempotencyKey);
      await queries.invalidateQueries({ queryKey: GROUPS });
      await navigate(`/groups/${made.id}`);
    } catch (error) {
      warnNotSaved(t, error);
      throw error;
    }
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      <PageHeader title={t('groups.create.title')} back={{ to: '/groups', label: t('groups.title') }} />
      <InfoFields form={form} />
      <GeneralFields form={form} />
      <Group justify="space-between" gap="xs" mt="lg">
        <Text c="dimmed">{t('groups.create.more')}</Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => void navigate('/groups')}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('groups.create.submit')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
