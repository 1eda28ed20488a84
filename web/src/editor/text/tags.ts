/** A piece of a text block: words, or a whole tag with its brackets. */
export type Piece = { kind: 'words' | 'tag'; text: string };

const TAG = /\[[a-z]+\.[a-z0-9_]+\]/g;

/** The text as words and tags in turn. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    if (match.index > end) found.push({ kind: 'words', text: text.slice(end, match.index) });
    found.push({ kind: 'tag', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: 'words', text: text.slice(end) });
  return found;
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
