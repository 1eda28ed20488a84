const SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff00-\uffef]/u;

/**
 * How the letters of a line stand to each other: fonts may pull some together, but not where characters are set on squares.
 * There a canvas would, between some of them, and SVG between others.
 */
export function kerningOf(line: string): 'auto' | 'none' {
  return SQUARE.test(line) ? 'none' : 'auto';
}
