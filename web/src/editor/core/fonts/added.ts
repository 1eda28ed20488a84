/** One file of a font that is not bundled: a weight, or a slice of one. */
export type AddedFace = {
  weight: number;
  italic: boolean;
  /** Names the content of the file, so that it can be kept for ever. */
  url: string;
  /** What it draws, as CSS writes a unicode-range. */
  range: string;
};

/** A font of the department's own, or one that the operator added for all. */
export type AddedFont = {
  name: string;
  type: 'google' | 'custom';
  fallback: 'serif' | 'sans-serif' | 'monospace' | 'cursive';
  /** The names of scripts.ts; others are of no use here. */
  scripts: readonly string[];
  faces: readonly AddedFace[];
  /** The languages it has all letters for, and what it looks like: for the menu. */
  languages?: readonly string[] | undefined;
  category?: string | undefined;
  /** Whether it is the department's alone. */
  own?: boolean | undefined;
};

let fonts: readonly AddedFont[] = [];
const listeners = new Set<() => void>();

/** Puts these in the place of the fonts that were added before: those of the department that is acted in, or of a print job. */
export function setAddedFonts(next: readonly AddedFont[]): void {
  fonts = next;
  for (const listener of listeners) listener();
}

export function addedFonts(): readonly AddedFont[] {
  return fonts;
}

export function onAddedFonts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
