import type { Face } from './face';

/**
 * The letter spacing of a face, for canvas and SVG alike. Any spacing but zero switches off ligatures and contextual alternates,
 * which a canvas has no property for; this one is too small to be seen. Cursive scripts keep their joined forms.
 */
export function letterSpacingOf(face: Face): string {
  return face.plain ? '0.001px' : '0px';
}
