/** A language of the product: its code, its own name, its English name, and whether menus omit it. */
export interface Language {
  value: string;
  name: string;
  description: string;
  hidden?: boolean;
}

/** All languages of the product. Menus list those whose texts exist (see offeredLanguages). */
export const LANGUAGES: readonly Language[] = [
  { value: 'ar', name: 'العربية', description: 'Arabic' },
  { value: 'cs', name: 'Čeština', description: 'Czech' },
  { value: 'da', name: 'Dansk', description: 'Danish' },
  { value: 'de', name: 'Deutsch', description: 'German' },
  { value: 'el', name: 'Ελληνικά', description: 'Greek' },
  { value: 'en', name: 'English', description: 'English' },
  { value: 'en-gb', name: 'English (UK)', description: 'English (United Kingdom)' },
  { value: 'es', name: 'Español', description: 'Spanish' },
  { value: 'es-419', name: 'Español (Latinoamérica)', description: 'Spanish (Latin America)' },
  { value: 'fi', name: 'Suomi', description: 'Finnish' },
  { value: 'fr', name: 'Français', description: 'French' },
  { value: 'he', name: 'עברית', description: 'Hebrew' },
  { value: 'hi', name: 'हिन्दी', description: 'Hindi' },
  { value: 'hr', name: 'Hrvatski', description: 'Croatian' },
  { value: 'hu', name: 'Magyar', description: 'Hungarian' },
  { value: 'id', name: 'Bahasa Indonesia', description: 'Indonesian' },
  { value: 'it', name: 'Italiano', description: 'Italian' },
  { value: 'ja', name: '日本語', description: 'Japanese' },
  { value: 'ko', name: '한국어', description: 'Korean' },
  { value: 'ms', name: 'Bahasa Melayu', description: 'Malay' },
  { value: 'nb', name: 'Norsk bokmål', description: 'Norwegian', hidden: true },
  { value: 'nl', name: 'Nederlands', description: 'Dutch' },
  { value: 'pl', name: 'Polski', description: 'Polish' },
  { value: 'pt-br', name: 'Português (Brasil)', description: 'Portuguese (Brazil)' },
  { value: 'pt-pt', name: 'Português (Portugal)', description: 'Portuguese (Portugal)' },
  { value: 'ro', name: 'Română', description: 'Romanian' },
  { value: 'ru', name: 'Русский', description: 'Russian' },
  { value: 'sk', name: 'Slovenčina', description: 'Slovak' },
  { value: 'sl', name: 'Slovenščina', description: 'Slovenian' },
  { value: 'sv', name: 'Svenska', description: 'Swedish' },
  { value: 'th', name: 'ไทย', description: 'Thai' },
  { value: 'tr', name: 'Türkçe', description: 'Turkish' },
  { value: 'vi', name: 'Tiếng Việt', description: 'Vietnamese' },
  { value: 'zh-cn', name: '简体中文', description: 'Chinese (Simplified)' },
  { value: 'zh-tw', name: '繁體中文', description: 'Chinese (Traditional)' },
];

export const DEFAULT_LANGUAGE = 'en';
const RIGHT_TO_LEFT = new Set(['ar', 'he']);

// Only the names of the folders are read at build time. The texts are loaded over HTTP.
const files = Object.keys(import.meta.glob('../../../locales/*/common.json'));
const available = new Set(files.map((path) => path.split('/').at(-2)));

/** The languages that menus list: translated and not hidden. */
export function offeredLanguages(): Language[] {
  return LANGUAGES.filter((language) => available.has(language.value) && !language.hidden);
}

/** The languages to choose from: those listed, and the current one even if it has no texts. */
export function languageChoices(current: string): { value: string; label: string }[] {
  const offered = new Set(offeredLanguages().map(({ value }) => value));
  return LANGUAGES.filter(({ value }) => offered.has(value) || value === current).map(({ value, name }) => ({
    value,
    label: name,
  }));
}

/** The codes of all languages with texts, including hidden ones. */
export function knownLanguages(): string[] {
  return LANGUAGES.map(({ value }) => value).filter((value) => available.has(value));
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/** The first requested language that exists: exact ("pt-br"), then its base ("de-at" → "de"), then English. */
export function matchLanguage(wanted: readonly string[], offered: readonly string[]): string {
  for (const tag of wanted) {
    const code = tag.toLowerCase();
    if (offered.includes(code)) return code;
    const base = code.split('-')[0] ?? code;
    if (offered.includes(base)) return base;
    const sibling = offered.find((other) => other.startsWith(`${base}-`));
    if (sibling) return sibling;
  }
  return DEFAULT_LANGUAGE;
}
