/** Pixels of a picture, four bytes each, as a canvas gives them. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

export type Area = { x: number; y: number; width: number; height: number };

export type Difference = {
  /** One byte for each pixel: how far the pictures differ there, 0 where nobody sees it. */
  mask: Uint8Array;
  /** How much of the page differs, from 0 to 1. */
  share: number;
  /** The places that differ, each as a box around what lies together. */
  areas: Area[];
};

/** A step in one of the colours that people can see. Equal designs give equal pictures, so that little is enough. */
const VISIBLE = 6;
/** Changes nearer than this lie together. */
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

/** The largest step in one of the colours. */
function distanceAt(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number {
  let most = 0;
  for (let channel = at; channel < at + 4; channel++) {
    most = Math.max(most, Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)));
  }
  return most;
}

/** Boxes around changes that touch, looked at in coarse cells. */
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

/** Takes a cell out of the open ones, with all that touch it. */
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

/** How far what stayed the same steps back behind what changed. */
const FADE = 0.75;
const CHANGED = [200, 0, 110] as const;
/** The least change is still tinted so much; one of this size or more has the full colour. */
const LEAST = 0.2;
const FULL = 96;

/** The newer picture with what changed in one strong colour, the stronger the further, and everything else pale. */
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
