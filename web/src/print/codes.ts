import type { CodeItem, DisplayPage, Rect } from '../editor/core/layout/display';
import type { StandIn } from '../editor/core/paint/svg';

/** A code that the server paints in place of the box with its name: the dark modules row by row, four per hexadecimal digit. */
export type PrintCode = { name: string; size: number; dark: string };

function inside({ x, y, step, modules }: CodeItem, area: Rect): boolean {
  const side = step * modules.size;
  const right = area.x + area.width;
  const bottom = area.y + area.height;
  return side > 1 && x >= area.x && y >= area.y && x + side <= right && y + side <= bottom;
}

function packed({ size, get }: CodeItem['modules']): string {
  let digits = '';
  for (let at = 0; at < size * size; at += 4) {
    let digit = 0;
    for (let bit = at; bit < at + 4; bit++) {
      digit = 2 * digit + Number(bit < size * size && get(bit % size, Math.floor(bit / size)));
    }
    digits += digit.toString(16);
  }
  return digits;
}

/**
 * The codes of pages, for which boxes stand in while Chrome prints: it takes as long for the hundreds of squares of one as for
 * everything else on a page. One that reaches over the edge is painted here, as Chrome may leave out what does not show.
 */
export function takeCodes(pages: DisplayPage[], prefix: string): { codes: PrintCode[][]; standIn: StandIn } {
  const names = new Map<CodeItem, string>();
  const codes = pages.map(({ groups, viewBox }, page) =>
    groups
      .flatMap(({ items }) => items)
      .filter((item): item is CodeItem => item.kind === 'code' && inside(item, viewBox))
      .map((item, index) => {
        const name = `${prefix} ${page} ${index}`;
        names.set(item, name);
        return { name, size: item.modules.size, dark: packed(item.modules) };
      }),
  );
  return { codes, standIn: (item) => names.get(item) ?? null };
}
