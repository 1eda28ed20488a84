import { useMemo } from 'react';
import { useFormat } from '../../i18n/useFormat';
import { useLanguage } from '../../i18n/useLanguage';
import type { Report } from './api';

/** Formats the times of a report: days, or hours in the time zone that they were counted in. */
export function useTimes({ interval, time_zone }: Pick<Report, 'interval' | 'time_zone'>) {
  const language = useLanguage();
  const format = useFormat();
  return useMemo(() => {
    const locale = new Intl.Locale(language, { calendar: 'gregory' });
    const hourly = interval === 'hour';
    const short = new Intl.DateTimeFormat(
      locale,
      hourly
        ? { hour: 'numeric', minute: '2-digit', timeZone: time_zone }
        : { day: 'numeric', month: 'short', timeZone: 'UTC' },
    );
    const hour = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: time_zone,
    });
    return {
      /** For the ticks of an axis. */
      short: (time: string) => (time ? short.format(new Date(time)) : ''),
      /** In a sentence or table. */
      long: (time: string) => (!time ? '' : hourly ? hour.format(new Date(time)) : format.date(time)),
    };
  }, [language, format, interval, time_zone]);
}
