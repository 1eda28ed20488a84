// Letters that Unicode does not decompose, and Arabic letters that are used interchangeably.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Normalizes a text for searches: it ignores case, diacritics, width and variants of letters. */
export function fold(text: string): string {
  // Lower case first: "İ" becomes an i with a combining dot, which is then removed with the other marks.
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}

/** Whether a text contains every word of a search. */
export function matches(text: string, search: string): boolean {
  const inside = fold(text);
  return fold(search)
    .split(/\s+/)
    .every((word) => inside.includes(word));
}
