const TAG = /\[[a-z]+\.[a-z0-9_]+\]/g;

/** Where a tag stands in a text. */
export type TagRange = { start: number; end: number };

export function tagRanges(text: string): TagRange[] {
  return [...text.matchAll(TAG)].map(({ index, 0: tag }) => ({ start: index, end: index + tag.length }));
}

/** The nearest place to an offset that is not within a tag; `way` says to which side, where it matters. */
export function outsideTags(text: string, offset: number, way: -1 | 0 | 1 = 0): number {
  const tag = tagRanges(text).find(({ start, end }) => start < offset && offset < end);
  if (!tag) return offset;
  if (way === 0) return offset - tag.start < tag.end - offset ? tag.start : tag.end;
  return way < 0 ? tag.start : tag.end;
}

/**
 * The text without the tag whose bracket stands next to the caret, and where the caret then is; null where
 * the key deletes a letter as usual.
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

/** What has been typed of a tag before the caret: the letters after an open bracket, or null. */
export function openTag(before: string): string | null {
  return /\[([^[\]\n]{0,40})$/.exec(before)?.[1] ?? null;
}
