import { join } from 'node:path';

const modules = join(import.meta.dirname, '../../node_modules');

/** Families whose own package draws nothing in Chromium: the same slices, as glyphs that it paints and prints. */
const ELSEWHERE = { 'noto-color-emoji': (subset) => `@infolektuell/noto-color-emoji/files/${subset}.woff2` };

/** Where one font file of a family lies among the installed packages. */
export function fontFile(id, { subset, weight, italic }) {
  const file = `@fontsource/${id}/files/${id}-${subset}-${weight}-${italic ? 'italic' : 'normal'}.woff2`;
  return join(modules, ELSEWHERE[id]?.(subset) ?? file);
}
