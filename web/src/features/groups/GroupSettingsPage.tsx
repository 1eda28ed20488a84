import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { usePermission } from '../../api/session';
import { ErrorPage } from '../../ui/ErrorPage';
import { SaveBar } from '../../ui/form/SaveBar';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { toast } from '../../ui/toast/toast';
import { GROUPS, type Group, groupQuery, updateGroup } from './api';
import { GroupDangerPanel } from './GroupDangerPanel';
import { GroupFields } from './GroupFields';
import styles from './GroupForm.module.css';
import { groupInput, groupValues } from './groupForm';
import { useGroupForm } from './useGroupForm';

/** What a group is called, looks like and does, and the ways to end it. */
export function Component() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(groupQuery(id));
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('groups.notFound')} to="/groups" label={t('groups.title')} />;
  }
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <PageSkeleton />;
  return <GroupSettings key={data.id} group={data} />;
}

function GroupSettings({ group }: { group: Group }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mayManage = usePermission('manage_groups');
  const form = useGroupForm(groupValues(group));

  const save = form.submit(async (values) => {
    const next = await updateGroup(group.id, groupInput(values));
    queries.setQueryData(groupQuery(group.id).queryKey, next);
    await queries.invalidateQueries({ queryKey: GROUPS });
    form.reset(groupValues(next));
    toast.success(t('groups.saved'));
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      <PageHeader
        title={t('groups.settings.title')}
        back={{ to: `/groups/${group.id}`, label: group.name }}
      />
      <fieldset disabled={!mayManage} className={styles.fields}>
        <GroupFields form={form} hasCredentials={group.published_count + group.draft_count > 0} />
        {mayManage && <GroupDangerPanel group={group} />}
      </fieldset>
      <SaveBar dirty={form.dirty} busy={form.busy} onReset={() => form.reset()} />
    </form>
  );
}
