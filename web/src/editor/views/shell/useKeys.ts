import { useEffect, useRef } from 'react';
import { type Pasted, readPasted, writeBlocks } from '../../core/document/clipboard';
import { useEditorContext } from '../../state/context/context';
import { copiesOf } from '../../state/editing/groups';
import { type ActionContext, actionFor, isCharacter, nudgeOf } from '../commands/shortcuts';
import { isCovered, isInDialog, isTyping } from '../focus/typing';

/** Keys that operate a focused control, and otherwise apply to the page. */
const CONTROL_KEYS = new Set(['Enter', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

function isForControl(event: KeyboardEvent): boolean {
  if (!CONTROL_KEYS.has(event.key) || !(event.target instanceof Element)) return false;
  return event.target !== document.body && event.target.closest('[data-canvas]') === null;
}

/** Keys that type a character apply to the page only while the page, a layer or nothing has the focus. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (!isCharacter(event) || !(event.target instanceof Element)) return false;
  return event.target !== document.body && event.target.closest('[data-canvas], [data-layer]') === null;
}

/** Whether a key applies to the page. During composition, keys belong to the IME. */
function isForPage(event: KeyboardEvent, everywhere = false): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing) return false;
  if (isTyping(target) && !(everywhere && !isInDialog(target))) return false;
  return !isForControl(event) && !isElsewhere(event);
}

/** Handles the editor's shortcuts and the clipboard, unless a field, menu or dialog has the focus. */
export function useKeys(doing: ActionContext): void {
  const { store } = useEditorContext();
  const { commands } = doing;
  const covered = useCovered();

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionFor(event);
      if (covered.current || !isForPage(event, action?.everywhere)) return;
      const way = bareNudge(event);
      if (way && store.getState().selection.length > 0) {
        event.preventDefault();
        commands.nudge(way[0], way[1], event.repeat);
      } else if (action?.run) {
        event.preventDefault();
        action.run(doing);
      }
    };
    const copy = (event: ClipboardEvent) => {
      const { sheet, selection } = store.getState();
      if (isTyping(event.target) || !event.clipboardData || selection.length === 0) return;
      writeBlocks(event.clipboardData, copiesOf(sheet, selection));
      event.preventDefault();
      if (event.type === 'cut') commands.remove();
    };
    const put = async (pasted: Pasted) => {
      if (pasted.kind === 'blocks') return commands.pasteBlocks(pasted.copies);
      if (pasted.kind === 'words') return commands.addWords(pasted.text);
      await commands.addPictureFiles([pasted.file]);
    };
    const paste = (event: ClipboardEvent) => {
      const pasted =
        isTyping(event.target) || !event.clipboardData ? undefined : readPasted(event.clipboardData);
      if (!pasted) return;
      event.preventDefault();
      void put(pasted);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [store, commands, doing, covered]);
}

/**
 * Whether a dialog was open when the last key was pressed. Escape closes the dialog before the page gets the event, and must
 * not clear the selection as well. The listener is therefore registered from the start, ahead of those of all dialogs.
 */
function useCovered(): { readonly current: boolean } {
  const covered = useRef(false);
  useEffect(() => {
    const look = () => {
      covered.current = isCovered();
    };
    window.addEventListener('keydown', look, true);
    return () => window.removeEventListener('keydown', look, true);
  }, []);
  return covered;
}

/** Returns the movement for an arrow key pressed alone or with Shift. */
function bareNudge(event: KeyboardEvent): readonly [number, number] | undefined {
  return event.altKey || event.ctrlKey || event.metaKey ? undefined : nudgeOf(event);
}
