import { graphemes } from '../../core/layout/measure';
import { deleteTagBeside, outsideTags } from './tags';

/** A text that is being edited, with what is selected in it: from anchor to focus, or a caret where they are one. */
export type Edited = { text: string; anchor: number; focus: number };
export type Span = { from: number; to: number };

/** The longest text of a block. */
const LONGEST = 5000;

export function spanOf({ anchor, focus }: Edited): Span {
  return { from: Math.min(anchor, focus), to: Math.max(anchor, focus) };
}

/** Puts words in place of a span. A tag that the span touches inside goes whole. */
export function replaced(text: string, span: Span, words: string): Edited {
  const from = outsideTags(text, span.from, -1);
  const to = outsideTags(text, span.to, 1);
  const room = LONGEST - (text.length - (to - from));
  const put = words.replace(/\r\n?/g, '\n').slice(0, Math.max(0, room));
  const caret = from + put.length;
  return { text: text.slice(0, from) + put + text.slice(to), anchor: caret, focus: caret };
}

/**
 * Deletes what is selected, or what the key takes beside the caret: a tag whole, else `wanted`, which is what the
 * browser would take; across the end of a line that is nothing, and then one character goes.
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

/** What typing in one text has done, for its own undo; on the page all of it is one step. */
export type TextHistory = { past: readonly Edited[]; future: readonly Edited[]; kind: string };

export const NO_HISTORY: TextHistory = { past: [], future: [], kind: '' };

/** Remembers the state before a change. Changes of one kind that follow each other are undone together. */
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
