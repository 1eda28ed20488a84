type Range = readonly [from: number, to: number];

function parseRanges(list: string): Range[] {
  return list.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
}

/** Characters that ask for no glyph: controls, spaces, joiners, marks of direction, variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\ufe00-\ufe0f]/u;

/** A test whether a character lies in one of the CSS unicode-range lists. */
export function coveredBy(lists: readonly string[]): (codePoint: number) => boolean {
  const ranges = lists.flatMap(parseRanges);
  return (code) =>
    INVISIBLE.test(String.fromCodePoint(code)) || ranges.some(([from, to]) => code >= from && code <= to);
}
