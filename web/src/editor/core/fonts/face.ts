/** The font of text that names none. */
export const DEFAULT_FONT = 'Source Sans Pro';

/** A font to measure and paint with: the block's family first, then the families for the scripts it lacks. */
export type Face = {
  families: readonly string[];
  weight: number;
  italic: boolean;
  /** Without ligatures and contextual alternates. */
  plain?: boolean;
  /** Whether digits and signs may look different beside letters of another script, even in Latin text. */
  variesByScript?: boolean;
};

export type FaceRequest = { font: string; weight: number; italic: boolean; text: string; lang: string };

/** Chooses the face for a text: the nearest weight there is, and fallbacks for scripts the font lacks. */
export type FontPicker = { face(request: FaceRequest): Face };

const GENERIC = /^(?:serif|sans-serif|monospace|cursive)$/;

/**
 * The name under which the document knows a bundled family. It is nobody else's: neither the faces of the interface nor
 * fonts of the machine may stand in for the file that prints.
 */
export function cssFamily(family: string): string {
  return `Design ${family}`;
}

/** The CSS family list of a face. */
export function familyList(face: Face): string {
  return face.families.map((name) => (GENERIC.test(name) ? name : `"${cssFamily(name)}"`)).join(', ');
}

/** The CSS font shorthand, which canvas and `document.fonts.load` take. */
export function cssFont(face: Face, sizePx: number): string {
  return `${face.italic ? 'italic ' : ''}${face.weight} ${sizePx}px ${familyList(face)}`;
}
