import { useEffect } from 'react';
import { showLanguage } from '../../i18n/i18n';

/** Shows a page in the language that its issuer fixed; without one it follows its reader. */
export function usePageLanguage(fixed: string | null | undefined): void {
  useEffect(() => {
    if (fixed) void showLanguage(fixed);
  }, [fixed]);
}
