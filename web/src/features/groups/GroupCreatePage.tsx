import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDepartment } from '../../api/session';
import { useDirtyGuard } from '../../ui/form/useDirtyGuard';
import { PageHeader } from '../../ui/PageHeader';
import { createGroup, GROUPS } from './api';
import { GroupFields } from './GroupFields';
import styles from './GroupForm.module.css';
import { groupInput, newGroup } from './groupForm';
import { useGroupForm } from './useGroupForm';

/** Makes a group, then goes on to its credentials. */
export function Component() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { language } = useDepartment();
  const form = useGroupForm(useMemo(() => newGroup(language || 'en'), [language]));
  const idempotencyKey = useMemo(() => crypto.randomUUID(), []);
  useDirtyGuard(form.dirty && !form.busy);

  const save = form.submit(async (values) => {
    const made = await createGroup(groupInput(values), idempotencyKey);
    await queries.invalidateQueries({ queryKey: GROUPS });
    await navigate(`/groups/${made.id}`);
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      <PageHeader title={t('groups.create.title')} back={{ to: '/groups', label: t('groups.title') }} />
      <GroupFields form={form} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => void navigate('/groups')}>
          {t('ui.dialog.cancel')}
        </Button>
        <Button type="submit" loading={form.busy}>
          {t('groups.create.submit')}
        </Button>
      </Group>
    </form>
  );
}
