import type { Sheet } from '../../core/document/sheet';
import type { Block, HexColor } from '../../core/document/types';
import { isLocked } from './locks';

const HEX = /^#[0-9a-f]{6}$/i;

/** Whether a field of a block or of the document contains a colour. */
const isColor = (name: string, value: unknown): value is HexColor =>
  /(?:color|fill|stroke)$/.test(name) && typeof value === 'string' && HEX.test(value);

function colorsIn(thing: object): HexColor[] {
  return Object.entries(thing).flatMap(([name, value]) =>
    isColor(name, value) ? [value.toLowerCase() as HexColor] : [],
  );
}

/** Returns the distinct colours of a design, the most used first. */
export function colorsOf({ design }: Sheet): HexColor[] {
  const count = new Map<HexColor, number>();
  for (const color of [design, ...design.blocks].flatMap(colorsIn)) {
    count.set(color, (count.get(color) ?? 0) + 1);
  }
  return [...count].sort(([, a], [, b]) => b - a).map(([color]) => color);
}

function recolored<T extends object>(thing: T, from: HexColor, to: HexColor): T {
  const changed = Object.entries(thing).filter(
    ([name, value]) => isColor(name, value) && value.toLowerCase() === from,
  );
  return changed.length === 0
    ? thing
    : { ...thing, ...Object.fromEntries(changed.map(([name]) => [name, to])) };
}

/** Replaces a colour everywhere, except in blocks whose style is locked. */
export function recolor(sheet: Sheet, from: HexColor, to: HexColor): Sheet {
  const blocks = sheet.design.blocks.map(
    (block): Block => (isLocked(block, 'style') ? block : recolored(block, from, to)),
  );
  return { ...sheet, design: { ...recolored(sheet.design, from, to), blocks } };
}
