/** The pixels of a picture, four bytes each, as in ImageData. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

export type Area = { x: number; y: number; width: number; height: number };

export type Difference = {
  /** One byte per pixel: the difference of the pictures, 0 if it is not visible. */
  mask: Uint8Array;
  /** The share of the page that differs, from 0 to 1. */
  share: number;
  /** The bounding boxes of adjacent differences. */
  areas: Area[];
};

/**
 * The smallest visible difference in a colour channel. Equal designs render to equal pictures, so a low threshold is enough.
 */
const VISIBLE = 6;
/** Changes closer than this belong together. */
const CELL = 16;

/** Compares two pictures of the same size. */
export function differenceOf(a: Pixels, b: Pixels): Difference {
  const { width, height } = a;
  const mask = new Uint8Array(width * height);
  let count = 0;
  for (let pixel = 0; pixel < mask.length; pixel++) {
    const distance = distanceAt(a.data, b.data, pixel * 4);
    if (distance <= VISIBLE) continue;
    mask[pixel] = distance;
    count++;
  }
  return { mask, share: count / mask.length, areas: areasOf(mask, width, height) };
}

/** Returns the largest difference in one of the channels. */
function distanceAt(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number {
  let most = 0;
  for (let channel = at; channel < at + 4; channel++) {
    most = Math.max(most, Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)));
  }
  return most;
}

/** Returns the bounding boxes of adjacent changes, found in a coarse grid. */
function areasOf(mask: Uint8Array, width: number, height: number): Area[] {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const open = new Set<number>();
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel])
      open.add(Math.floor(pixel / width / CELL) * columns + Math.floor((pixel % width) / CELL));
  }
  const areas: Area[] = [];
  for (const first of open)
    areas.push(boxAround(takeTogether(first, open, columns, rows), columns, { width, height }));
  return areas;
}

/** Removes a cell and all cells connected to it from the open ones, and returns them. */
function takeTogether(first: number, open: Set<number>, columns: number, rows: number): number[] {
  const together: number[] = [];
  const next = [first];
  open.delete(first);
  for (let cell = next.pop(); cell !== undefined; cell = next.pop()) {
    together.push(cell);
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        if (open.delete(y * columns + x)) next.push(y * columns + x);
      }
    }
  }
  return together;
}

function boxAround(cells: readonly number[], columns: number, page: { width: number; height: number }): Area {
  const xs = cells.map((cell) => (cell % columns) * CELL);
  const ys = cells.map((cell) => Math.floor(cell / columns) * CELL);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const width = Math.min(page.width, Math.max(...xs) + CELL) - x;
  return { x, y, width, height: Math.min(page.height, Math.max(...ys) + CELL) - y };
}

/** How much unchanged content is faded compared with changes. */
const FADE = 0.75;
const CHANGED = [200, 0, 110] as const;
/** The minimum tint of a change, and the difference from which on it has the full colour. */
const LEAST = 0.2;
const FULL = 96;

/**
 * Returns the newer picture with changes in one strong colour, more intense for larger differences, and everything else faded.
 */
export function highlighted(picture: Pixels, { mask }: Difference): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(picture.data.length);
  for (const [pixel, distance] of mask.entries()) {
    const at = pixel * 4;
    const [red = 0, green = 0, blue = 0, alpha = 0] = picture.data.subarray(at, at + 4);
    const light = (0.3 * red + 0.59 * green + 0.11 * blue) * (alpha / 255) + 255 - alpha;
    const pale = light + (255 - light) * FADE;
    const tint = distance === 0 ? 0 : LEAST + (1 - LEAST) * Math.min(1, distance / FULL);
    for (const [channel, colour] of CHANGED.entries()) out[at + channel] = pale + (colour - pale) * tint;
    out[at + 3] = 255;
  }
  return out;
}
