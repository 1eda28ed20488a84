/** A file of a font that is not bundled: one weight, or a subset of it. */
export type AddedFace = {
  weight: number;
  italic: boolean;
  /** Identifies the content of the file, so it can be cached forever. */
  url: string;
  /** The characters of the file, as a CSS unicode-range. */
  range: string;
};

/** A font of the department, or one that the operator added for all departments. */
export type AddedFont = {
  name: string;
  type: 'google' | 'custom';
  fallback: 'serif' | 'sans-serif' | 'monospace' | 'cursive';
  /** Script names from scripts.ts. Others have no effect. */
  scripts: readonly string[];
  faces: readonly AddedFace[];
  /** The languages that the font fully covers, and its appearance in the menu. */
  languages?: readonly string[] | undefined;
  category?: string | undefined;
  /** Whether the font belongs to the department only. */
  own?: boolean | undefined;
};

let fonts: readonly AddedFont[] = [];
const listeners = new Set<() => void>();

/** Replaces the added fonts with those of the current department or of a print job. */
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
