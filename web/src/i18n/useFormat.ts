import { createContext, useContext, useMemo } from 'react';
import { createFormat, type Format } from './format';
import { useLanguage } from './useLanguage';

/** The department's time zone. Undefined means the browser's. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** Formatters in the current language and the department's time zone. */
export function useFormat(): Format {
  const language = useLanguage();
  const timeZone = useContext(TimeZoneContext);
  return useMemo(() => createFormat(language, timeZone), [language, timeZone]);
}
