import { useEffect } from 'react';
import { chosenLanguage, showLanguage } from '../../i18n/i18n';

/** Opens a page in the language of its recipient or the one that the issuer set, unless the visitor chose one in this browser. */
export function usePageLanguage(preset: string | null | undefined): void {
  useEffect(() => {
    if (preset && !chosenLanguage()) void showLanguage(preset);
  }, [preset]);
}
