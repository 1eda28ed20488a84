import type { EmailSchedule, EmailScheduleInput } from './api';

/** The values of the form, named as the server names fields. Days before the end are written without a sign. */
export interface ScheduleValues {
  reminders: boolean;
  reminder_days: string;
  expiry: boolean;
  expiry_days: string;
  expired_days: string;
}

const listed = (days: readonly number[]) => days.join(', ');

/** The numbers in a text that the rule of its field took. */
const numbersIn = (text: string) =>
  text
    .split(/[\s,;،]+/)
    .filter(Boolean)
    .map(Number);

export const beforeEnd = (schedule: EmailSchedule) =>
  schedule.expiry_days.filter((day) => day <= 0).map((day) => Math.abs(day));

export const afterEnd = (schedule: EmailSchedule) => schedule.expiry_days.filter((day) => day > 0);

export const valuesOf = (schedule: EmailSchedule): ScheduleValues => ({
  reminders: schedule.reminders,
  reminder_days: listed(schedule.reminder_days),
  expiry: schedule.expiry,
  expiry_days: listed(beforeEnd(schedule)),
  expired_days: listed(afterEnd(schedule)),
});

export const inputOf = (values: ScheduleValues): EmailScheduleInput => ({
  reminders: values.reminders,
  reminder_days: numbersIn(values.reminder_days),
  expiry: values.expiry,
  expiry_days: [
    ...numbersIn(values.expiry_days).map((day) => (day === 0 ? 0 : -day)),
    ...numbersIn(values.expired_days),
  ],
});
