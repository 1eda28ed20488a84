import { Anchor, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission, useSession } from '../../api/session';
import { required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { SwitchField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { requireSecondFactor } from './api';

/** How long members have to set two-step sign-in up, unless another date is chosen. */
const GRACE_DAYS = 14;

/** The day of a moment in this browser's time zone, as a date field has it. */
function dayOf(moment: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

function inDays(days: number): Date {
  const moment = new Date();
  moment.setDate(moment.getDate() + days);
  return moment;
}

/** Whether and from when on members must sign in in two steps. Shown to those who manage the team. */
export function SignInPanel() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_team');
  const from = useSession((state) => state.session?.second_factor.required_from);
  const form = useForm({
    initial: { on: Boolean(from), day: dayOf(from ? new Date(from) : inDays(GRACE_DAYS)) },
    labels: { on: t('departments.signIn.require'), day: t('departments.signIn.from') },
    rules: { day: [required] },
  });
  if (!mayManage) return null;
  const save = form.submit(async (values) => {
    await requireSecondFactor(values.on ? new Date(`${values.day}T00:00`).toISOString() : null);
    form.reset(values);
    toast.success(t('departments.saved'));
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Panel title={t('departments.signIn.title')} description={t('departments.signIn.lead')}>
        <FormProblems problems={form.problems} />
        <SwitchField field={form.field('on')} description={t('departments.signIn.requireHelp')} />
        {form.values.on && (
          <TextField
            field={form.field('day')}
            description={t('departments.signIn.fromHelp')}
            type="date"
            maw={320}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={form.busy} disabled={!form.dirty}>
            {t('departments.signIn.save')}
          </Button>
          <Anchor component={Link} to="/settings/sign-in">
            {t('departments.signIn.company')}
          </Anchor>
        </Group>
      </Panel>
    </form>
  );
}
