import { useEffect } from 'react';
import { showLanguage } from '../../i18n/i18n';

/** Shows a page in the language that the issuer set, or else in the visitor's language. */
export function usePageLanguage(fixed: string | null | undefined): void {
  useEffect(() => {
    if (fixed) void showLanguage(fixed);
  }, [fixed]);
}
