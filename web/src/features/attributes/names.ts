/** Validation of attribute names (docs/adr/0005-attribute-names.md). The server applies the same rules. */
const MAX_NAME = 255;
const MAX_KEY = 190;

/**
 * Keys of names that are reserved for fields of credentials. Names that differ only in case, spaces or hyphens have the same
 * key.
 */
const RESERVED = new Set([
  'name',
  'student_name',
  'student_email',
  'email',
  'forename',
  'surname',
  'issue_date',
  'issued_date',
  'issued_on',
  'expired_on',
  'expiry_date',
  'grade',
  'reference',
  'referee_name',
  'evidence_description',
  'evidence_url',
]);

const ALLOWED = /^(?:[\p{L}\p{M}\p{Nd} _-]|\u200c|\u200d)+$/u;
const LETTER = /\p{L}/u;
const INVISIBLE = /\p{M}|\u200c|\u200d/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;

export type NameProblem =
  | 'required'
  | 'too_long'
  | 'attribute.characters'
  | 'attribute.no_letter'
  | 'attribute.reserved';

/** The stored form of a name: NFC, trimmed, with single plain spaces. */
export function tidyName(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
}

/** The problem with a name, or null. Duplicates are checked elsewhere, against the list and by the server. */
export function nameProblem(raw: string): NameProblem | null {
  const name = tidyName(raw);
  if (name === '') return 'required';
  if ([...name].length > MAX_NAME) return 'too_long';
  if (!ALLOWED.test(name)) return 'attribute.characters';
  if (!LETTER.test(name)) return 'attribute.no_letter';
  return RESERVED.has(keyOf(name).replace(/_+$/, '')) ? 'attribute.reserved' : null;
}

/** The key of a name. Empty if the name cannot be transliterated to Latin letters; the server then assigns a numbered key. */
export function keyOf(raw: string): string {
  const roman = romanise(tidyName(raw));
  if (BEYOND_ASCII.test(roman)) return '';
  return roman
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[0-9_]+/, '')
    .slice(0, MAX_KEY);
}

function romanise(name: string): string {
  const lower = latin(name.normalize('NFC').toLowerCase());
  return latin(lower.normalize('NFD').replace(INVISIBLE, ''));
}

const latin = (text: string) => [...text].map((letter) => LATIN.get(letter) ?? letter).join('');

/** Pairs of a letter and its Latin transliteration. A hyphen means that the letter is dropped. */
const LATIN = new Map(
  [
    'ß ss æ ae œ oe ø o ł l đ d ð d þ th ħ h ı i ŋ ng ŧ t ĸ k ſ s ə e',
    'а a б b в v г g ґ g д d е e ё e є ye ж zh з z и i і i ї yi й y к k л l м m н n о o п p р r с s т t у u ў u ф f х kh',
    'ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya ђ dj ј j љ lj њ nj ћ c џ dz ѓ g ќ k ѕ dz',
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
  ].flatMap((line) => pairs(line.split(' '))),
);

function pairs(fields: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const writing = fields[at + 1] ?? '';
    found.push([fields[at] ?? '', writing === '-' ? '' : writing]);
  }
  return found;
}
