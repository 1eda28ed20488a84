import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { useLanguage } from '../../i18n/useLanguage';
import type { ScheduledReport } from './reports';

/** 5 January 1970 was a Monday. */
const MONDAY = Date.UTC(1970, 0, 5);
const DAY_MS = 86_400_000;

/** Days of the week, hours, and what a scheduled report says about itself. */
export function useReportWords() {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const formats = useMemo(() => {
    const locale = new Intl.Locale(language, { calendar: 'gregory' });
    return {
      weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
      time: new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }),
    };
  }, [language]);
  const weekday = (day: number) => formats.weekday.format(MONDAY + (day - 1) * DAY_MS);
  const time = (hour: number) => formats.time.format(hour * 3_600_000);
  return {
    weekday,
    time,
    when: ({ frequency, day, hour }: ScheduledReport) =>
      frequency === 'weekly'
        ? t('insights.scheduled.weekly', { day: weekday(day), time: time(hour) })
        : t('insights.scheduled.monthly', { day: format.number(day), time: time(hour) }),
    outcome: ({ last }: ScheduledReport) => {
      if (!last) return t('insights.scheduled.never');
      if (!last.sent_at) return t('insights.scheduled.writing');
      const sent = t('insights.scheduled.sent', {
        count: last.sent,
        number: format.number(last.sent),
        time: format.relative(last.sent_at),
      });
      if (last.skipped === 0) return sent;
      const skipped = t('insights.scheduled.skipped', {
        count: last.skipped,
        number: format.number(last.skipped),
      });
      return `${sent} · ${skipped}`;
    },
  };
}
