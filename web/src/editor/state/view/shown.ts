let tell: () => void = () => undefined;

/** Resolves once a canvas has shown its design, or found that it cannot: from then on other parts may load. */
export const canvasShown = new Promise<void>((resolve) => {
  tell = resolve;
});

/** The mark in the browser's timeline at which a design was first seen; what loads before it is what people wait for. */
export const SHOWN_MARK = 'laurel-editor-shown';

/** Called by the canvas after it painted a design for the first time. */
export function tellCanvasShown(): void {
  if (performance.getEntriesByName(SHOWN_MARK).length === 0) performance.mark(SHOWN_MARK);
  tell();
}
