import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef } from 'react';
import { useEditorContext } from '../context';
import { chipBeside, chipTags, putCaretAfter } from './dom';
import { pieces } from './tags';
import type { TagMenuState } from './useTagMenu';

/** Keys and events of the field in which words are edited. Escape and leaving it both keep what was typed. */
export function useTextKeys(host: RefObject<HTMLElement | null>, menu: TagMenuState, changed: () => void) {
  const { store } = useEditorContext();
  const composing = useRef(false);

  const close = () => {
    store.getState().stopEditing();
    document.querySelector<HTMLElement>('[data-canvas]')?.focus();
  };

  const menuKey = (event: KeyboardEvent): boolean => {
    if (!menu.open) return false;
    if (event.key === 'ArrowDown') menu.move(1);
    else if (event.key === 'ArrowUp') menu.move(-1);
    else if (event.key === 'Enter' || event.key === 'Tab') menu.choose(menu.found[menu.active]);
    else if (event.key === 'Escape') menu.close();
    else return false;
    return true;
  };

  const textKey = (event: KeyboardEvent, element: HTMLElement): boolean => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      const chip = chipBeside(element, event.key);
      if (!chip) return false;
      chip.remove();
      changed();
    } else return false;
    return true;
  };

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // Keys belong to the input method while it composes.
      if (composing.current || event.nativeEvent.isComposing) return;
      if (menuKey(event) || textKey(event, event.currentTarget)) event.preventDefault();
    },
    onInput: () => {
      const element = host.current;
      if (!element || composing.current) return;
      makeChips(element);
      changed();
      menu.look();
    },
    onCompositionStart: () => {
      composing.current = true;
    },
    onCompositionEnd: () => {
      composing.current = false;
      changed();
    },
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      event.preventDefault();
      event.stopPropagation();
      // The browser's own insertion: only that one is undone by the browser's undo.
      const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
      document.execCommand('insertText', false, text);
    },
    onCopy: stop,
    onCut: stop,
    onBlur: () => store.getState().stopEditing(),
  };
}

const stop = (event: { stopPropagation: () => void }) => event.stopPropagation();

/** A tag typed to its last bracket becomes one thing; the caret goes behind it. */
function makeChips(host: HTMLElement): void {
  const typed = [...host.childNodes].find((node): node is Text => node instanceof Text && hasTag(node.data));
  const chip = typed && chipTags(typed);
  if (chip) putCaretAfter(chip);
}

const hasTag = (text: string) => pieces(text).some(({ kind }) => kind === 'tag');
