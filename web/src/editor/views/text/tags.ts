const TAG = /\[[a-z]+\.[a-z0-9_]+\]/g;

/** The range of a tag in a text. */
export type TagRange = { start: number; end: number };

export function tagRanges(text: string): TagRange[] {
  return [...text.matchAll(TAG)].map(({ index, 0: tag }) => ({ start: index, end: index + tag.length }));
}

/** Returns the nearest offset outside of a tag. `way` sets the side, where it matters. */
export function outsideTags(text: string, offset: number, way: -1 | 0 | 1 = 0): number {
  const tag = tagRanges(text).find(({ start, end }) => start < offset && offset < end);
  if (!tag) return offset;
  if (way === 0) return offset - tag.start < tag.end - offset ? tag.start : tag.end;
  return way < 0 ? tag.start : tag.end;
}

/**
 * Returns the text without the tag whose bracket is next to the caret, and the new caret position, or null if the key deletes a
 * character as usual.
 */
export function deleteTagBeside(
  text: string,
  caret: number,
  key: 'Backspace' | 'Delete',
): { text: string; caret: number } | null {
  for (const match of text.matchAll(TAG)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const beside =
      key === 'Backspace' ? caret === end || caret === start + 1 : caret === start || caret === end - 1;
    if (beside) return { text: text.slice(0, start) + text.slice(end), caret: start };
  }
  return null;
}

/** Returns the letters after an open bracket before the caret, or null. */
export function openTag(before: string): string | null {
  return /\[([^[\]\n]{0,40})$/.exec(before)?.[1] ?? null;
}
