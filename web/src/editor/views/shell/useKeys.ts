import { useEffect, useRef } from 'react';
import { type Pasted, readPasted, writeBlocks } from '../../core/document/clipboard';
import { useEditorContext } from '../../state/context/context';
import { copiesOf } from '../../state/editing/groups';
import { type ActionContext, actionFor, isCharacter, nudgeOf } from '../commands/shortcuts';
import { isCovered, isInDialog, isTyping } from '../focus/typing';

/** Keys that press a control when it has the focus, and mean the page otherwise. */
const CONTROL_KEYS = new Set(['Enter', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

function isForControl(event: KeyboardEvent): boolean {
  if (!CONTROL_KEYS.has(event.key) || !(event.target instanceof Element)) return false;
  return event.target !== document.body && event.target.closest('[data-canvas]') === null;
}

/** Keys that write a character mean the page only while the page, a layer or nothing has the focus. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (!isCharacter(event) || !(event.target instanceof Element)) return false;
  return event.target !== document.body && event.target.closest('[data-canvas], [data-layer]') === null;
}

/** Whether a key means the page. Keys belong to an input method while it composes. */
function isForPage(event: KeyboardEvent, everywhere = false): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing) return false;
  if (isTyping(target) && !(everywhere && !isInDialog(target))) return false;
  return !isForControl(event) && !isElsewhere(event);
}

/** The editor's keys and the clipboard, while no field, menu or dialog has them. */
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
 * Whether a dialog covered the page when the last key was pressed. Escape takes the dialog away before the page hears it, and
 * must not let go of the selection as well: so this listens from the start, ahead of every dialog.
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

/** The way of an arrow that is pressed alone or with Shift. */
function bareNudge(event: KeyboardEvent): readonly [number, number] | undefined {
  return event.altKey || event.ctrlKey || event.metaKey ? undefined : nudgeOf(event);
}
