import { graphemes } from '../../core/layout/measure';
import { deleteTagBeside, outsideTags } from './tags';

/** A text that is being edited and its selection from anchor to focus, which is a caret if they are equal. */
export type Edited = { text: string; anchor: number; focus: number };
export type Span = { from: number; to: number };

/** The maximum length of a block's text. */
const LONGEST = 5000;

export function spanOf({ anchor, focus }: Edited): Span {
  return { from: Math.min(anchor, focus), to: Math.max(anchor, focus) };
}

/** Replaces a range of the text. A tag that is partly in the range is replaced as a whole. */
export function replaced(text: string, span: Span, words: string): Edited {
  const from = outsideTags(text, span.from, -1);
  const to = outsideTags(text, span.to, 1);
  const room = LONGEST - (text.length - (to - from));
  const put = words.replace(/\r\n?/g, '\n').slice(0, Math.max(0, room));
  const caret = from + put.length;
  return { text: text.slice(0, from) + put + text.slice(to), anchor: caret, focus: caret };
}

/**
 * Deletes the selection. Without one, deletes a whole tag next to the caret, or else `wanted`, the range that the browser would
 * delete. Across a line end that range is empty, and one character is deleted.
 */
export function deleted(edited: Edited, backward: boolean, wanted: Span): Edited {
  const { text, focus } = edited;
  const selected = spanOf(edited);
  if (selected.from < selected.to) return replaced(text, selected, '');
  const tag = deleteTagBeside(text, focus, backward ? 'Backspace' : 'Delete');
  if (tag) return { text: tag.text, anchor: tag.caret, focus: tag.caret };
  const span = wanted.from < wanted.to ? wanted : besideCaret(text, focus, backward);
  return replaced(text, span, '');
}

function besideCaret(text: string, caret: number, backward: boolean): Span {
  const beside = backward ? graphemes(text.slice(0, caret)).at(-1) : graphemes(text.slice(caret))[0];
  const length = beside?.length ?? 0;
  return backward ? { from: caret - length, to: caret } : { from: caret, to: caret + length };
}

/** The undo history of typing in one text. On the page all of it is one step. */
export type TextHistory = { past: readonly Edited[]; future: readonly Edited[]; kind: string };

export const NO_HISTORY: TextHistory = { past: [], future: [], kind: '' };

/** Records the state before a change. Consecutive changes of one kind are undone together. */
export function remembered(history: TextHistory, before: Edited, kind: string): TextHistory {
  const merges = kind === history.kind && kind !== '' && history.past.length > 0;
  return { past: merges ? history.past : [...history.past, before], future: [], kind };
}

export type Turned = { history: TextHistory; edited: Edited };

export function undone({ past, future }: TextHistory, now: Edited): Turned | undefined {
  const before = past.at(-1);
  return (
    before && { edited: before, history: { past: past.slice(0, -1), future: [...future, now], kind: '' } }
  );
}

export function redone({ past, future }: TextHistory, now: Edited): Turned | undefined {
  const next = future.at(-1);
  return next && { edited: next, history: { past: [...past, now], future: future.slice(0, -1), kind: '' } };
}
