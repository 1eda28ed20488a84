import { percentFormat } from '../lib/percent';

/** Formats dates, numbers and lists in a language. */
export interface Format {
  /** Formats a date ("2026-05-01") or a time. Dates have no time zone and are never shifted. */
  date(value: string | Date): string;
  dateTime(value: string | Date): string;
  number(value: number): string;
  /** With a sign for positive numbers too. */
  signed(value: number): string;
  /** Formats an amount in the smallest unit of its currency. */
  money(amount: number, currency: string): string;
  /** "2026-04" */
  month(value: string): string;
  percent(fraction: number): string;
  /** Formats a grade from 0 to 100 as certificates print it. */
  grade(percent: number): string;
  /** "3 hours ago", "in 2 days" */
  relative(value: string | Date, now?: Date): string;
  /** Formats a duration in its largest useful unit: "4 min", "20 sec". */
  duration(milliseconds: number): string;
  list(values: readonly string[]): string;
  /** "one, two or three" */
  anyOf(values: readonly string[]): string;
  fileSize(bytes: number): string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** The formatters of a language. The calendar is always Gregorian, as on certificates. */
export function createFormat(language: string, timeZone?: string): Format {
  const locale = new Intl.Locale(language, { calendar: 'gregory' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const zonedDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const number = new Intl.NumberFormat(locale);
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const anyOf = new Intl.ListFormat(locale, { type: 'disjunction' });
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: value < 10 && name.endsWith('byte') ? 1 : 0,
    }).format(value);

  return {
    date: (value) =>
      typeof value === 'string' && DAY.test(value)
        ? day.format(new Date(`${value}T00:00:00Z`))
        : zonedDay.format(new Date(value)),
    dateTime: (value) => moment.format(new Date(value)),
    number: (value) => number.format(value),
    signed: (value) => signed.format(value),
    money: (amount, currency) => {
      const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
      return money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
    },
    month: (value) => month.format(new Date(`${value}-01T00:00:00Z`)),
    percent: (fraction) => percent.format(fraction),
    grade: (value) => percentFormat(locale.toString()).format(value / 100),
    relative: (value, now = new Date()) => {
      const distance = new Date(value).getTime() - now.getTime();
      const [name, size] = STEPS.find(([, step]) => Math.abs(distance) >= step) ?? ['second', 1000];
      return relative.format(Math.round(distance / size), name);
    },
    duration: (milliseconds) => {
      if (milliseconds >= 5_400_000) return unit(Math.round(milliseconds / 3_600_000), 'hour');
      if (milliseconds >= 90_000) return unit(Math.round(milliseconds / 60_000), 'minute');
      return unit(Math.max(1, Math.round(milliseconds / 1000)), 'second');
    },
    list: (values) => list.format(values),
    anyOf: (values) => anyOf.format(values),
    fileSize: (bytes) => {
      const step = bytes > 0 ? Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), SIZES.length - 1) : 0;
      return unit(bytes / 1024 ** step, SIZES[step] ?? 'byte');
    },
  };
}
