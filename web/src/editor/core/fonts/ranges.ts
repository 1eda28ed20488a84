type Range = readonly [from: number, to: number];

function parseRanges(list: string): Range[] {
  return list.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
}

/** Characters that ask for no glyph: controls, spaces, joiners, marks of direction, variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]|\p{Variation_Selector}/u;

/** Every code point of the CSS unicode-range lists; those of a CJK family have some thousand ranges. */
export function codePoints(lists: readonly string[]): Set<number> {
  const points = new Set<number>();
  for (const [from, to] of lists.flatMap(parseRanges))
    for (let point = from; point <= to; point++) points.add(point);
  return points;
}

export function needsGlyph(char: string): boolean {
  return !INVISIBLE.test(char);
}
