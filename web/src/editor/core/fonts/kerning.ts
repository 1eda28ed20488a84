const SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff00-\uffef]/u;

/**
 * Returns the font kerning of a line. It is off for lines with full-width characters, because canvas and SVG apply it there
 * between different pairs.
 */
export function kerningOf(line: string): 'auto' | 'none' {
  return SQUARE.test(line) ? 'none' : 'auto';
}
