import type { Face } from './face';

/**
 * Returns the letter spacing of a face, for canvas and SVG. Canvas has no property to disable ligatures and contextual
 * alternates, but any non-zero spacing does; this one is too small to be visible. Cursive scripts keep their joined forms.
 */
export function letterSpacingOf(face: Face): string {
  return face.plain ? '0.001px' : '0px';
}
