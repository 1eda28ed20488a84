let tell: () => void = () => undefined;

/** Resolves once a canvas has painted its design or failed to. Other parts load only after that. */
export const canvasShown = new Promise<void>((resolve) => {
  tell = resolve;
});

/** The performance mark for the first paint of a design. Everything that loads before it delays the user. */
export const SHOWN_MARK = 'laurel-editor-shown';

/** Called by the canvas after it has painted a design for the first time. */
export function tellCanvasShown(): void {
  if (performance.getEntriesByName(SHOWN_MARK).length === 0) performance.mark(SHOWN_MARK);
  tell();
}
