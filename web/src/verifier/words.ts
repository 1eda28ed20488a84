import { verification as ar } from '../../../locales/ar.json';
import { verification as de } from '../../../locales/de.json';
import { verification as en } from '../../../locales/en.json';

/** The languages of this page; its words are those of the verification on the web, and some of its own. */
export const LANGUAGES = { en, de, ar };

export type Language = keyof typeof LANGUAGES;

export const isRightToLeft = (language: Language): boolean => language === 'ar';

/** The language of the browser, if it is one of ours. */
export function preferred(): Language {
  const codes = navigator.languages.map((code) => code.slice(0, 2));
  return (codes.find((code) => code in LANGUAGES) as Language | undefined) ?? 'en';
}

/** Puts values into a text, each kept together whatever its direction. */
export function filled(text: string, params: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `\u2068${params[name] ?? ''}\u2069`);
}
