import { nudgeOf } from '../shortcuts';
import { type BlockKey, keyOf } from '../state/sheet';
import type { EditorState } from '../state/store';
import type { Commands } from '../useCommands';

type Pressed = {
  key: string;
  altKey: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  repeat?: boolean;
};

/**
 * What a key does in the list of layers: arrows go through it, with Alt they move the block on the page,
 * with Ctrl they change its place in the order, Enter and F2 edit its words.
 */
export function layerAction(
  pressed: Pressed,
  key: BlockKey,
  state: EditorState,
  commands: Commands,
): (() => void) | undefined {
  const { select, selection } = state;
  const selected = (action: () => void) => () => {
    if (!selection.includes(key)) select([key]);
    action();
  };
  const way = nudgeOf(pressed);
  if (way && pressed.altKey) return selected(() => commands.nudge(way[0], way[1], false));
  const step = pressed.key === 'ArrowUp' ? 1 : pressed.key === 'ArrowDown' ? -1 : 0;
  if (step !== 0 && (pressed.ctrlKey || pressed.metaKey)) {
    return selected(() => commands.arrange(step === 1 ? 'forward' : 'backward'));
  }
  if (step !== 0) {
    const blocks = state.sheet.design.blocks;
    const next = blocks[blocks.findIndex((block) => keyOf(block) === key) + step];
    return () => next && select([keyOf(next)]);
  }
  if (pressed.key === 'F2') return selected(commands.editText);
  if (pressed.key === 'Enter' && selection.includes(key)) return commands.editText;
  return undefined;
}
