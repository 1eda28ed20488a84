import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { keepVisits, retentionQuery } from './api';

/** How long single visits are kept. Shown to those who manage the department and see its figures. */
export function VisitsPanel() {
  const mayManage = usePermission('manage_department');
  const mayView = usePermission('view_analytics');
  const { data } = useQuery({ ...retentionQuery, enabled: mayManage && mayView });
  return data === undefined ? null : <VisitsForm days={data} />;
}

function VisitsForm({ days }: { days: number }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { retention_days: String(days) },
    labels: { retention_days: t('departments.visits.days') },
    rules: { retention_days: [required] },
  });
  const save = form.submit(async (values) => {
    const kept = Number(values.retention_days);
    await keepVisits(kept);
    queries.setQueryData(retentionQuery.queryKey, kept);
    form.reset({ retention_days: String(kept) });
    toast.success(t('departments.saved'));
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Panel title={t('departments.visits.title')} description={t('departments.visits.lead')}>
        <FormProblems problems={form.problems} />
        <TextField
          field={form.field('retention_days')}
          description={t('departments.visits.daysHelp')}
          type="number"
          min={30}
          max={3650}
          maw={320}
        />
        <Group>
          <Button type="submit" variant="default" loading={form.busy} disabled={!form.dirty}>
            {t('departments.visits.save')}
          </Button>
        </Group>
      </Panel>
    </form>
  );
}
