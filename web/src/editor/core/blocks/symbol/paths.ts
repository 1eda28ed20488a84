import type { Rect } from '../../layout/display';

let paths: ReadonlyMap<string, string> = new Map();

/**
 * Loads the symbol library separately, because it is large and most designs do not use it. Returns true if they were newly
 * loaded.
 */
export async function loadSymbols(): Promise<boolean> {
  if (paths.size > 0) return false;
  paths = (await import('./library')).PATHS;
  return true;
}

/** The view box of the paths, and the part of it that wide paths fill. */
const FIELD: Rect = { x: 0, y: 0, width: 100, height: 100 };
const WIDE: Partial<Record<string, Rect>> = {
  ribbon: { x: 2, y: 38, width: 96, height: 26 },
  bar: { x: 2, y: 42, width: 96, height: 16 },
};

/** Returns the part of its view box that a symbol fills. */
export const symbolField = (name: string): Rect => WIDE[name] ?? FIELD;

/** Returns the path of a symbol, scaled to fit into a frame and centred in it. */
export function placedPath(name: string, frame: Rect): string | undefined {
  const path = paths.get(name);
  if (path === undefined) return undefined;
  const field = symbolField(name);
  const scale = Math.min(frame.width / field.width, frame.height / field.height);
  const x = frame.x + frame.width / 2 - (field.x + field.width / 2) * scale;
  const y = frame.y + frame.height / 2 - (field.y + field.height / 2) * scale;
  const placed = (number: string, origin: number) =>
    String(Number((Number(number) * scale + origin).toFixed(3)));
  // Paths have absolute coordinates only, so every pair of numbers is a point.
  return path.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, a: string, b: string) => `${placed(a, x)} ${placed(b, y)}`,
  );
}
