import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, directionOf } from './languages';

/** The code of the interface's current language. */
export function useLanguage(): string {
  const { i18n } = useTranslation();
  return i18n.resolvedLanguage ?? i18n.language ?? DEFAULT_LANGUAGE;
}

export function useDirectionOfLanguage(): 'ltr' | 'rtl' {
  return directionOf(useLanguage());
}
