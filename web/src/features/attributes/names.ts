/** The rules of attribute names, as docs/adr/0005-attribute-names.md decides them; the server keeps the same ones. */
const MAX_NAME = 255;
const MAX_KEY = 190;

/** Names that credentials already have a place for, as keys: any case, space or hyphen makes no other. */
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

/** The form in which a name is kept: composed, without outer space, inner space plain and single. */
export function tidyName(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ');
}

/** What is wrong with a name, or null. That another attribute has it is for the list, or the server, to say. */
export function nameProblem(raw: string): NameProblem | null {
  const name = tidyName(raw);
  if (name === '') return 'required';
  if ([...name].length > MAX_NAME) return 'too_long';
  if (!ALLOWED.test(name)) return 'attribute.characters';
  if (!LETTER.test(name)) return 'attribute.no_letter';
  return RESERVED.has(keyOf(name).replace(/_+$/, '')) ? 'attribute.reserved' : null;
}

/** The key of a name; empty for one that cannot be written in Latin letters, whose key the server numbers. */
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

/** Pairs of a letter and its Latin writing; a hyphen stands for a sign without a sound of its own. */
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
