import { useEffect } from 'react';
import { type Pasted, readPasted, writeBlocks } from './clipboard';
import { useEditorContext } from './context';
import { actionFor } from './shortcuts';
import { chosenBlocks } from './state/sheet';
import { isTyping } from './typing';
import type { Commands } from './useCommands';

/** Keys that press a control when it has the focus, and mean the page otherwise. */
const CONTROL_KEYS = new Set(['Enter', ' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

function isForControl(event: KeyboardEvent): boolean {
  if (!CONTROL_KEYS.has(event.key) || !(event.target instanceof Element)) return false;
  return event.target !== document.body && event.target.closest('[data-canvas]') === null;
}

/** What Escape does: it lets go of what is selected, and leaves where nothing is. */
function escapeFrom(
  selection: readonly number[],
  select: (keys: readonly number[]) => void,
  leave: (() => void) | undefined,
): () => void {
  return selection.length === 0 && leave ? leave : () => select([]);
}

/** The editor's keys and the clipboard, while no field, menu or dialog has them. */
export function useKeys(commands: Commands, save: () => void, help: () => void): void {
  const { store, ports } = useEditorContext();

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey;
      if (mod && event.key.toLowerCase() === 's') {
        event.preventDefault();
        return save();
      }
      if (event.defaultPrevented || event.altKey || isTyping(event.target) || isForControl(event)) return;
      const { selection, select } = store.getState();
      const { key, shiftKey, repeat } = event;
      const extra = { selected: selection, deselect: escapeFrom(selection, select, ports.onEscape), help };
      const action = actionFor({ key, shiftKey, repeat, mod }, commands, extra);
      if (!action) return;
      event.preventDefault();
      action();
    };
    const copy = (event: ClipboardEvent) => {
      const { sheet, selection } = store.getState();
      if (isTyping(event.target) || !event.clipboardData || selection.length === 0) return;
      writeBlocks(event.clipboardData, chosenBlocks(sheet, selection));
      event.preventDefault();
      if (event.type === 'cut') commands.remove();
    };
    const put = async (pasted: Pasted) => {
      if (pasted.kind === 'blocks') return commands.pasteBlocks(pasted.blocks);
      if (pasted.kind === 'words') return commands.addWords(pasted.text);
      const url = await commands.upload(pasted.file, () => undefined);
      if (url) await commands.addPicture(url);
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
  }, [store, ports, commands, save, help]);
}
