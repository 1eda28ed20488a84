import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react';
import { replaced, spanOf } from './edit';
import type { TagMenuState } from './useTagMenu';
import type { Words } from './useWords';

type Given = { words: Words; menu: TagMenuState; close: () => void; leave: () => void };

/** Handles keys, clipboard and focus of the text field. Escape and losing focus both keep the typed text. */
export function useTextKeys({ words, menu, close, leave }: Given) {
  const menuKey = (event: KeyboardEvent): boolean => {
    if (!menu.open) return false;
    if (event.key === 'ArrowDown') menu.move(1);
    else if (event.key === 'ArrowUp') menu.move(-1);
    else if (event.key === 'Enter' || event.key === 'Tab') menu.choose(menu.found[menu.active]);
    else if (event.key === 'Escape') menu.close();
    else return false;
    return true;
  };

  const undoKey = (event: KeyboardEvent): boolean => {
    if (!event.ctrlKey && !event.metaKey) return false;
    const key = event.key.toLowerCase();
    if (key === 'y' || (key === 'z' && event.shiftKey)) words.redo();
    else if (key === 'z') words.undo();
    else return false;
    return true;
  };

  const textKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Escape') close();
    else if (/^Arrow(?:Left|Right)$/.test(event.key) && !event.metaKey) step(words, event);
    else return undoKey(event);
    return true;
  };

  const copy = (event: ClipboardEvent<HTMLElement>, cut: boolean) => {
    event.preventDefault();
    event.stopPropagation();
    const now = words.now();
    const span = spanOf(now);
    // Copies the text as typed, without the line breaks of the layout.
    event.clipboardData.setData('text/plain', now.text.slice(span.from, span.to));
    if (cut) words.apply(replaced(now.text, span, ''), '');
  };
  const settle = () => {
    if (!words.composing()) words.settle(0);
  };
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // During composition, keys belong to the IME.
      if (words.composing() || event.nativeEvent.isComposing) return;
      if (menuKey(event) || textKey(event)) event.preventDefault();
    },
    onKeyUp: (event: KeyboardEvent<HTMLElement>) => {
      if (/^(?:Arrow|Home|End|Page)/.test(event.key)) settle();
    },
    onPointerUp: settle,
    onCopy: (event: ClipboardEvent<HTMLElement>) => copy(event, false),
    onCut: (event: ClipboardEvent<HTMLElement>) => copy(event, true),
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      event.preventDefault();
      event.stopPropagation();
      const now = words.now();
      words.apply(replaced(now.text, spanOf(now), event.clipboardData.getData('text/plain')), '');
    },
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => event.preventDefault(),
    onBlur: leave,
  };
}

/**
 * Moves the caret by one character or word as the browser does, and past a tag as a whole. It moves again if the first move
 * only went from the end of a line to the start of the next.
 */
function step(words: Words, { key, shiftKey, ctrlKey, altKey }: KeyboardEvent): void {
  const before = words.now();
  const go = () =>
    window
      .getSelection()
      ?.modify(
        shiftKey ? 'extend' : 'move',
        key === 'ArrowLeft' ? 'left' : 'right',
        ctrlKey || altKey ? 'word' : 'character',
      );
  go();
  const after = words.now();
  if (after.focus === before.focus && after.anchor === before.anchor) go();
  words.settle(Math.sign(words.now().focus - before.focus) as -1 | 0 | 1);
}
