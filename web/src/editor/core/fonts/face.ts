/** The font of texts without a font. */
export const DEFAULT_FONT = 'Source Sans Pro';

/** A font for measuring and painting: the block's family, then fallback families for the scripts it lacks. */
export type Face = {
  families: readonly string[];
  weight: number;
  italic: boolean;
  /** Whether ligatures and contextual alternates are off. */
  plain?: boolean;
  /** Whether digits and symbols may look different next to letters of another script, even in Latin text. */
  variesByScript?: boolean;
};

export type FaceRequest = { font: string; weight: number; italic: boolean; text: string; lang: string };

/** Chooses the face for a text: the nearest available weight, and fallbacks for scripts that the font lacks. */
export type FontPicker = { face(request: FaceRequest): Face };

const GENERIC = /^(?:serif|sans-serif|monospace|cursive)$/;

/**
 * Returns the name under which a family is registered in the document. The name is unique, so that neither the interface's
 * fonts nor installed fonts replace the file that is used in print.
 */
export function cssFamily(family: string): string {
  return `Design ${family}`;
}

/** Returns the CSS font-family list of a face. */
export function familyList(face: Face): string {
  return face.families.map((name) => (GENERIC.test(name) ? name : `"${cssFamily(name)}"`)).join(', ');
}

/** Returns the CSS font shorthand for canvas and `document.fonts.load`. */
export function cssFont(face: Face, sizePx: number): string {
  return `${face.italic ? 'italic ' : ''}${face.weight} ${sizePx}px ${familyList(face)}`;
}
