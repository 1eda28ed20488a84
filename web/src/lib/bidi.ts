const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Isolates a value of unknown direction, so that it and the surrounding sentence do not affect each other's order. */
export function isolate(text: string): string {
  return FIRST_STRONG_ISOLATE + text + POP_ISOLATE;
}
