/** The Unicode subsets that font files are split into, by the names in the files. */
export type Script =
  | 'latin'
  | 'latin-ext'
  | 'vietnamese'
  | 'cyrillic'
  | 'cyrillic-ext'
  | 'greek'
  | 'greek-ext'
  | 'arabic'
  | 'hebrew'
  | 'devanagari'
  | 'thai'
  | 'japanese'
  | 'korean'
  | 'chinese-simplified'
  | 'chinese-traditional'
  | 'symbols'
  | 'emoji';

const PLAIN: readonly [Script, RegExp][] = [
  ['latin-ext', /[\u0100-\u02af\u1e00-\u1e9f\u1ef2-\u1eff\ua720-\ua7ff]/u],
  ['vietnamese', /[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9\u20ab]/u],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491\u2116]/u],
  ['cyrillic-ext', /[\u0460-\u048f\u0492-\u052f\u1c80-\u1c8a\u2de0-\u2dff\ua640-\ua69f]/u],
  ['greek', /[\u0370-\u03ff]/u],
  ['greek-ext', /[\u1f00-\u1fff]/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
  ['thai', /\p{Script=Thai}/u],
  ['emoji', /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u],
  [
    'symbols',
    /[\u2070-\u209f\u2100-\u2115\u2117-\u2121\u2123-\u2190\u2192\u2194-\u2211\u2213\u2214\u2216-\u2bff]/u,
  ],
];

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const WIDE = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u30ff\uff00-\uffef]/u;

/** The shapes of Han characters depend on the language. Kana and hangul reveal it; otherwise the design's language is used. */
function hanScripts(text: string, lang: string): Script[] {
  const kana = KANA.test(text);
  if (HANGUL.test(text))
    return kana ? ['korean', 'japanese'] : WIDE.test(text) ? ['korean', 'chinese-simplified'] : ['korean'];
  if (!kana && !WIDE.test(text)) return [];
  if (kana || /^ja\b/.test(lang)) return ['japanese', 'chinese-simplified'];
  if (/^zh-(?:tw|hk|mo|hant)\b/i.test(lang)) return ['chinese-traditional', 'chinese-simplified'];
  return ['chinese-simplified', 'chinese-traditional'];
}

/** Returns the scripts of a text besides basic Latin, which every family should cover. */
export function scriptsIn(text: string, lang: string): Script[] {
  const plain = PLAIN.filter(([, test]) => test.test(text)).map(([script]) => script);
  return [...plain, ...hanScripts(text, lang)];
}

const SANS: Readonly<Partial<Record<Script, string>>> = {
  arabic: 'Noto Sans Arabic',
  hebrew: 'Noto Sans Hebrew',
  devanagari: 'Noto Sans Devanagari',
  thai: 'Noto Sans Thai',
  japanese: 'Noto Sans JP',
  korean: 'Noto Sans KR',
  'chinese-simplified': 'Noto Sans SC',
  'chinese-traditional': 'Noto Sans TC',
  // No bundled font is made for symbols, but this one has arrows, stars and check marks.
  symbols: 'Noto Sans JP',
  emoji: 'Noto Color Emoji',
};

const SERIF: Readonly<Partial<Record<Script, string>>> = {
  // Each letter is a single glyph, so text copied from a PDF has no gaps.
  arabic: 'Amiri',
  japanese: 'Noto Serif JP',
};

/** Returns the families that cover these scripts, with or without serifs. */
export function fallbackFamilies(scripts: readonly Script[], { serif }: { serif: boolean }): string[] {
  return scripts.map(
    (script) => (serif && SERIF[script]) || SANS[script] || (serif ? 'Noto Serif' : 'Noto Sans'),
  );
}
