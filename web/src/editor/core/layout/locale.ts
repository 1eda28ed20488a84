import { percentFormat } from '../../../lib/percent';

/** Returns the design's language as a valid locale, or English if it is not valid. */
export function safeLocale(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const RTL_LETTER = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const RTL_LANGUAGE = /^(?:ar|he|fa|ur|yi|dv|ps|sd|ug)\b/;

export type Direction = 'ltr' | 'rtl';

export function hasRtlLetters(text: string): boolean {
  return RTL_LETTER.test(text);
}

export function languageDirection(lang: string): Direction {
  return RTL_LANGUAGE.test(lang) ? 'rtl' : 'ltr';
}

/** Returns the direction of the first letter, or of the language if there is none. */
export function textDirection(text: string, lang: string): Direction {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return languageDirection(lang);
  return RTL_LETTER.test(letter) ? 'rtl' : 'ltr';
}

/** Isolates a text from the direction of the surrounding text (Unicode FSI and PDI). */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

export function withoutIsolates(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '');
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})/;

const NUMBER = /^\d{1,3}(?:\.\d+)?$/;

/** Formats a percentage in the language, such as "92.5%". Any other text is returned unchanged. */
export function formatPercent(value: string, lang: string): string {
  return NUMBER.test(value) ? percentFormat(safeLocale(lang)).format(Number(value) / 100) : value;
}

/** Creating a formatter takes as long as laying out a page. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(lang: string): Intl.DateTimeFormat {
  const known = dateFormats.get(lang);
  if (known) return known;
  const made = new Intl.DateTimeFormat(safeLocale(lang), {
    dateStyle: 'long',
    calendar: 'gregory',
    timeZone: 'UTC',
  });
  dateFormats.set(lang, made);
  return made;
}

/** Formats a date in the language, always in the Gregorian calendar. A text that is not a date is returned unchanged. */
export function formatDate(iso: string, lang: string): string {
  const parts = ISO_DATE.exec(iso);
  if (!parts) return iso;
  return dateFormat(lang).format(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])));
}
