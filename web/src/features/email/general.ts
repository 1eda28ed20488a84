import type { EmailSettings, EmailSettingsInput } from './api';

/** What a department can turn emails off about. */
export const EVENTS = ['delivery', 'status', 'name_changes', 'references'] as const;

type Event = (typeof EVENTS)[number];

/** The values of the form, named as the server names fields. */
export type Values = { [E in Event as `events.${E}`]: boolean } & {
  reply_to: string;
  cc: string;
  bcc: string;
  'support.name': string;
  'support.email': string;
  'support.phone': string;
  per_minute: string;
  daily_cap: string;
  quiet: boolean;
  'quiet_hours.from': string;
  'quiet_hours.until': string;
};

const addresses = (list: readonly string[]) => list.join(', ');
const listed = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
const number = (limit: number | null) => (limit === null ? '' : String(limit));

/** A limit, or null for none. Text that is no number is sent as it is, and the server says what is wrong. */
const limitOf = (text: string) => (text.trim() === '' ? null : (text.trim() as unknown as number));

export const valuesOf = (settings: EmailSettings): Values => ({
  'events.delivery': settings.events.delivery ?? true,
  'events.status': settings.events.status ?? true,
  'events.name_changes': settings.events.name_changes ?? true,
  'events.references': settings.events.references ?? true,
  reply_to: settings.reply_to,
  cc: addresses(settings.cc),
  bcc: addresses(settings.bcc),
  'support.name': settings.support.name,
  'support.email': settings.support.email,
  'support.phone': settings.support.phone,
  per_minute: number(settings.per_minute),
  daily_cap: number(settings.daily_cap),
  quiet: settings.quiet_hours !== null,
  'quiet_hours.from': settings.quiet_hours?.from ?? '20:00',
  'quiet_hours.until': settings.quiet_hours?.until ?? '07:00',
});

export const inputOf = (values: Values): EmailSettingsInput => ({
  events: Object.fromEntries(EVENTS.map((event) => [event, values[`events.${event}`]])),
  reply_to: values.reply_to.trim(),
  cc: listed(values.cc),
  bcc: listed(values.bcc),
  support: {
    name: values['support.name'].trim(),
    email: values['support.email'].trim(),
    phone: values['support.phone'].trim(),
  },
  per_minute: limitOf(values.per_minute),
  daily_cap: limitOf(values.daily_cap),
  quiet_hours: values.quiet ? { from: values['quiet_hours.from'], until: values['quiet_hours.until'] } : null,
});
