type Range = readonly [from: number, to: number];

function parseRanges(list: string): Range[] {
  return list.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
}

/** Characters that need no glyph: controls, spaces, joiners, directional marks, variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]|\p{Variation_Selector}/u;

/** Returns every code point of CSS unicode-range lists. A CJK family has several thousand ranges. */
export function codePoints(lists: readonly string[]): Set<number> {
  const points = new Set<number>();
  for (const [from, to] of lists.flatMap(parseRanges))
    for (let point = from; point <= to; point++) points.add(point);
  return points;
}

export function needsGlyph(char: string): boolean {
  return !INVISIBLE.test(char);
}
