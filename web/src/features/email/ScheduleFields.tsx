import { useTranslation } from 'react-i18next';
import { days } from '../../lib/validation';
import { SwitchField, TextField } from '../../ui/form/fields';
import { type Form, useForm } from '../../ui/form/useForm';
import type { EmailSchedule } from './api';
import { type ScheduleValues, valuesOf } from './schedule';

const RULES = { reminder_days: [days], expiry_days: [days], expired_days: [days] };

/** The form of a schedule: a department's or a group's. */
export function useScheduleForm(schedule: EmailSchedule): Form<ScheduleValues> {
  const { t } = useTranslation();
  return useForm<ScheduleValues>({
    initial: valuesOf(schedule),
    labels: {
      reminders: t('emailSettings.schedule.reminders'),
      reminder_days: t('emailSettings.schedule.reminderDays'),
      expiry: t('emailSettings.schedule.expiry'),
      expiry_days: t('emailSettings.schedule.expiryDays'),
      expired_days: t('emailSettings.schedule.expiredDays'),
    },
    rules: RULES,
  });
}

export function ScheduleFields({ form }: { form: Form<ScheduleValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <SwitchField field={form.field('reminders')} description={t('emailSettings.schedule.remindersHelp')} />
      {form.values.reminders && (
        <TextField
          field={form.field('reminder_days')}
          description={t('emailSettings.schedule.reminderDaysHelp')}
          dir="ltr"
          maw={480}
        />
      )}
      <SwitchField field={form.field('expiry')} description={t('emailSettings.schedule.expiryHelp')} />
      {form.values.expiry && (
        <>
          <TextField
            field={form.field('expiry_days')}
            description={t('emailSettings.schedule.expiryDaysHelp')}
            dir="ltr"
            maw={480}
          />
          <TextField
            field={form.field('expired_days')}
            description={t('emailSettings.schedule.expiredDaysHelp')}
            dir="ltr"
            maw={480}
          />
        </>
      )}
    </>
  );
}
