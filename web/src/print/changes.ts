import { cssFont } from '../editor/core/fonts/face';
import { kerningOf } from '../editor/core/fonts/kerning';
import { codePath } from '../editor/core/layout/code';
import type { DisplayGroup, DisplayItem, LineItem, Rect } from '../editor/core/layout/display';

/** The paint of a group as a string that is equal if and only if the paint is. Fonts and images must be the same files. */
function fingerprint({ items }: DisplayGroup): string {
  // A code keeps its modules in a function, which JSON omits.
  return JSON.stringify(
    items.map((item) => (item.kind === 'code' ? { ...item, path: codePath(item) } : item)),
  );
}

function textBounds(context: CanvasRenderingContext2D, line: LineItem): Rect {
  context.font = cssFont(line.face, line.size);
  context.fontKerning = kerningOf(line.text);
  context.direction = line.dir;
  context.wordSpacing = `${line.wordSpacing}px`;
  const ink = context.measureText(line.text);
  return {
    x: line.x - ink.actualBoundingBoxLeft,
    y: line.baseline - ink.actualBoundingBoxAscent,
    width: ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight,
    height: ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent,
  };
}

/** The area that an item may paint, in px of the page, or null if it is unknown. */
function itemBounds(context: CanvasRenderingContext2D, item: DisplayItem): Rect | null {
  switch (item.kind) {
    case 'line':
      return textBounds(context, item);
    case 'image':
      return item.clip;
    case 'code': {
      const side = item.modules.size * item.step;
      return { x: item.x, y: item.y, width: side, height: side };
    }
    case 'rect': {
      const edge = (item.strokeWidth ?? 0) / 2;
      const { x, y, width, height } = item;
      return { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
    }
    case 'ellipse': {
      const edge = (item.strokeWidth ?? 0) / 2;
      const [rx, ry] = [item.rx + edge, item.ry + edge];
      return { x: item.cx - rx, y: item.cy - ry, width: 2 * rx, height: 2 * ry };
    }
    default:
      return null;
  }
}

/** A group with cached data about its paint. */
export class PaintedGroup {
  readonly fingerprint: string;
  private known: (Rect | null)[] | undefined;

  constructor(private readonly group: DisplayGroup) {
    this.fingerprint = fingerprint(group);
  }

  get items(): DisplayItem[] {
    return this.group.items;
  }

  get blockIndex(): number {
    return this.group.blockIndex;
  }

  /** The areas that the group's items may paint. The context measures texts, so its fonts must be loaded. */
  bounds(context: CanvasRenderingContext2D): (Rect | null)[] {
    this.known ??= this.group.items.map((item) => itemBounds(context, item));
    return this.known;
  }
}

/** Replaces groups of a page by equal ones of another page, so that their bounds are computed once. */
export function paintedGroups(
  groups: readonly DisplayGroup[],
  others: readonly PaintedGroup[] = [],
): PaintedGroup[] {
  const byBlock = new Map(others.map((other) => [other.blockIndex, other]));
  return groups.map((group) => {
    const painted = new PaintedGroup(group);
    const other = byBlock.get(group.blockIndex);
    return other?.fingerprint === painted.fingerprint ? other : painted;
  });
}

/** The areas in which two pages of a design differ, or null if they are unknown. */
export function changedAreas(
  context: CanvasRenderingContext2D,
  before: readonly PaintedGroup[],
  after: readonly PaintedGroup[],
): Rect[] | null {
  const [old, present] = [new Set(before), new Set(after)];
  const changed = [
    ...before.filter((group) => !present.has(group)),
    ...after.filter((group) => !old.has(group)),
  ];
  const areas = changed.flatMap((group) => group.bounds(context));
  return areas.includes(null) ? null : (areas as Rect[]);
}

/** The division of an image: its size and that of its tiles, in px. */
export type Grid = { width: number; height: number; tile: { width: number; height: number } };

/** Antialiasing and glyph positioning paint up to this many px of the image beyond the computed area. */
const BLUR = 2;

/** The smallest areas of whole tiles that cover the given areas, in tiles. Overlapping ones are merged. */
export function coveringTiles(areas: readonly Rect[], viewBox: Rect, { width, height, tile }: Grid): Rect[] {
  const [columns, rows] = [Math.ceil(width / tile.width), Math.ceil(height / tile.height)];
  const scale = { x: width / viewBox.width, y: height / viewBox.height };
  let covering: Rect[] = [];
  for (const area of areas) {
    const x = (area.x - viewBox.x) * scale.x;
    const y = (area.y - viewBox.y) * scale.y;
    const left = Math.max(0, Math.floor((x - BLUR) / tile.width));
    const top = Math.max(0, Math.floor((y - BLUR) / tile.height));
    const right = Math.min(columns, Math.ceil((x + area.width * scale.x + BLUR) / tile.width));
    const bottom = Math.min(rows, Math.ceil((y + area.height * scale.y + BLUR) / tile.height));
    if (left >= right || top >= bottom) continue;
    let added = { x: left, y: top, width: right - left, height: bottom - top };
    for (let other = covering.find((rect) => overlap(rect, added)); other; ) {
      const merged = other;
      covering = covering.filter((rect) => rect !== merged);
      added = union(merged, added);
      other = covering.find((rect) => overlap(rect, added));
    }
    covering.push(added);
  }
  return covering;
}

export function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
