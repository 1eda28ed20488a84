import { verification as ar } from '../../../locales/ar/verification.json';
import { verification as de } from '../../../locales/de/verification.json';
import { verification as en } from '../../../locales/en/verification.json';

/** The languages of this page. Its texts are those of the web verifier and a few of its own. */
export const LANGUAGES = { en, de: completed(en, de), ar: completed(en, ar) };

export type Language = keyof typeof LANGUAGES;

/** A translation, with English for missing texts. */
export function completed<T extends object>(english: T, translated: object): T {
  const given = translated as Record<string, unknown>;
  const all = Object.entries(english).map(([key, text]) => {
    if (typeof text === 'string') return [key, given[key] ?? text];
    return [key, completed(text, given[key] ?? {})];
  });
  return Object.fromEntries(all);
}

export const isRightToLeft = (language: Language): boolean => language === 'ar';

/** The language of the browser, if the page has it. */
export function preferred(): Language {
  const codes = navigator.languages.map((code) => code.slice(0, 2));
  return (codes.find((code) => code in LANGUAGES) as Language | undefined) ?? 'en';
}

/** Inserts values into a text, each isolated from the direction of the text. */
export function filled(text: string, params: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `\u2068${params[name] ?? ''}\u2069`);
}
