import { type RefObject, useEffect, useRef } from 'react';
import { caretBox, offsetOf } from './dom';
import { deleted, replaced, type Span, spanOf } from './edit';
import type { TagMenuState } from './useTagMenu';
import type { Words } from './useWords';

/** Intercepts all edits of the browser, applies them to the text and redraws it from the layout. */
export function useTextInput(host: RefObject<HTMLElement | null>, words: Words, menu: TagMenuState): void {
  const latest = useRef({ words, menu });
  latest.current = { words, menu };

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const look = () => {
      const { text, anchor, focus } = latest.current.words.now();
      latest.current.menu.look(anchor === focus ? text.slice(0, focus) : '', caretBox(element));
    };
    const before = (event: InputEvent) => {
      const { words: current } = latest.current;
      // Edits by an IME cannot be prevented; they are read afterwards.
      if (current.composing() || /composition/i.test(event.inputType)) return;
      event.preventDefault();
      act(element, current, event);
      look();
    };
    const input = () => latest.current.words.composed();
    const start = () => latest.current.words.compose();
    const end = () => {
      latest.current.words.endComposing();
      look();
    };
    element.addEventListener('beforeinput', before);
    element.addEventListener('input', input);
    element.addEventListener('compositionstart', start);
    element.addEventListener('compositionend', end);
    return () => {
      element.removeEventListener('beforeinput', before);
      element.removeEventListener('input', input);
      element.removeEventListener('compositionstart', start);
      element.removeEventListener('compositionend', end);
    };
  }, [host]);
}

/** Applies an input event to the text. */
function act(element: HTMLElement, words: Words, event: InputEvent): void {
  const { inputType } = event;
  if (inputType === 'historyUndo') words.undo();
  else if (inputType === 'historyRedo') words.redo();
  else if (inputType.startsWith('delete')) {
    words.apply(deleted(words.now(), !inputType.endsWith('Forward'), targetOf(element, event)), 'delete');
  } else insert(element, words, event);
}

function insert(element: HTMLElement, words: Words, event: InputEvent): void {
  const typed = typedText(event);
  if (typed === undefined) return;
  const now = words.now();
  // A spelling correction specifies the range that it replaces; everything else replaces the selection.
  const span = event.inputType === 'insertReplacementText' ? targetOf(element, event) : spanOf(now);
  const kind = event.inputType === 'insertText' && /\S/.test(typed) ? 'type' : '';
  words.apply(replaced(now.text, span, typed), kind);
}

function typedText({ inputType, data, dataTransfer }: InputEvent): string | undefined {
  if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') return '\n';
  if (!inputType.startsWith('insert')) return undefined;
  return data ?? dataTransfer?.getData('text/plain');
}

function targetOf(element: HTMLElement, event: InputEvent): Span {
  const [range] = event.getTargetRanges();
  if (!range) return { from: 0, to: 0 };
  return {
    from: offsetOf(element, range.startContainer, range.startOffset),
    to: offsetOf(element, range.endContainer, range.endOffset),
  };
}
