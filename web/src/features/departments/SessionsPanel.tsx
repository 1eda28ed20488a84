import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextareaField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { limitSessions, type SignInPolicy, signInPolicyQuery } from './api';

/** How long members stay signed in, and from where they can use the dashboard. Shown to those who manage the team. */
export function SessionsPanel() {
  const mayManage = usePermission('manage_team');
  const { data } = useQuery({ ...signInPolicyQuery, enabled: mayManage });
  return mayManage && data ? <SessionsForm policy={data} /> : null;
}

function valuesOf({ session_idle_hours, session_hours, allowed_networks }: SignInPolicy) {
  return {
    session_idle_hours: String(session_idle_hours ?? ''),
    session_hours: String(session_hours ?? ''),
    allowed_networks: allowed_networks.join('\n'),
  };
}

const hours = (text: string) => (text.trim() === '' ? null : Number(text));
const lines = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean);

function SessionsForm({ policy }: { policy: SignInPolicy }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: valuesOf(policy),
    labels: {
      session_idle_hours: t('departments.sessions.idle'),
      session_hours: t('departments.sessions.longest'),
      allowed_networks: t('departments.sessions.networks'),
    },
  });
  const save = form.submit(async (values) => {
    const saved = await limitSessions({
      session_idle_hours: hours(values.session_idle_hours),
      session_hours: hours(values.session_hours),
      allowed_networks: lines(values.allowed_networks),
    });
    queries.setQueryData(signInPolicyQuery.queryKey, saved);
    form.reset(valuesOf(saved));
    toast.success(t('departments.saved'));
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Panel title={t('departments.sessions.title')} description={t('departments.sessions.lead')}>
        <FormProblems problems={form.problems} />
        <TextField
          field={form.field('session_idle_hours')}
          description={t('departments.sessions.idleHelp')}
          type="number"
          min={1}
          max={8760}
          maw={320}
        />
        <TextField
          field={form.field('session_hours')}
          description={t('departments.sessions.longestHelp')}
          type="number"
          min={1}
          max={8760}
          maw={320}
        />
        <TextareaField
          field={form.field('allowed_networks')}
          description={t('departments.sessions.networksHelp')}
          dir="ltr"
        />
        <Group>
          <Button type="submit" variant="default" loading={form.busy} disabled={!form.dirty}>
            {t('departments.sessions.save')}
          </Button>
        </Group>
      </Panel>
    </form>
  );
}
