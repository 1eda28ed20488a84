import type { Commands } from './useCommands';

/** One thing a key does. `mod` is Ctrl, or ⌘ on a Mac. */
export type Shortcut = {
  /** What it does: a key under `editor.shortcut`. */
  name: string;
  keys: readonly string[];
  mod?: boolean;
  shift?: boolean;
};

/** All keys of the editor, as the sheet of shortcuts lists them. */
export const SHORTCUTS = [
  { name: 'nudge', keys: ['←', '→', '↑', '↓'] },
  { name: 'nudgeMore', keys: ['←', '→', '↑', '↓'], shift: true },
  { name: 'editText', keys: ['Enter', 'F2'] },
  { name: 'remove', keys: ['Delete', 'Backspace'] },
  { name: 'duplicate', keys: ['D'], mod: true },
  { name: 'copy', keys: ['C'], mod: true },
  { name: 'cut', keys: ['X'], mod: true },
  { name: 'paste', keys: ['V'], mod: true },
  { name: 'selectAll', keys: ['A'], mod: true },
  { name: 'deselect', keys: ['Esc'] },
  { name: 'undo', keys: ['Z'], mod: true },
  { name: 'redo', keys: ['Z'], mod: true, shift: true },
  { name: 'forward', keys: [']'] },
  { name: 'backward', keys: ['['] },
  { name: 'lock', keys: ['L'], mod: true },
  { name: 'hide', keys: ['H'], mod: true, shift: true },
  { name: 'zoomIn', keys: ['+'] },
  { name: 'zoomOut', keys: ['-'] },
  { name: 'fit', keys: ['0'] },
  { name: 'actualSize', keys: ['1'] },
  { name: 'save', keys: ['S'], mod: true },
  { name: 'help', keys: ['?'] },
] as const satisfies readonly Shortcut[];

export type ShortcutName = (typeof SHORTCUTS)[number]['name'];

const NUDGE = 0.1;
const NUDGE_MORE = 1;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'repeat'> & { mod: boolean };

/** The way an arrow moves what is selected, in percent of the page. */
export function nudgeOf({
  key,
  shiftKey,
}: Pick<Pressed, 'key' | 'shiftKey'>): readonly [number, number] | undefined {
  const way = ARROWS[key];
  const by = shiftKey ? NUDGE_MORE : NUDGE;
  return way && [way[0] * by, way[1] * by];
}

type Extra = { selected: readonly number[]; deselect: () => void; help: () => void };

/** What the pressed key does to the page, or undefined when it means nothing here. */
export function actionFor(pressed: Pressed, commands: Commands, extra: Extra): (() => void) | undefined {
  const { key, shiftKey: shift, mod } = pressed;
  const way = nudgeOf(pressed);
  if (way && !mod && extra.selected.length > 0) return () => commands.nudge(way[0], way[1], pressed.repeat);
  const name = `${mod ? 'mod+' : ''}${shift && mod ? 'shift+' : ''}${key.length === 1 ? key.toLowerCase() : key}`;
  const actions: Record<string, () => void> = {
    Enter: commands.editText,
    F2: commands.editText,
    Delete: commands.remove,
    Backspace: commands.remove,
    'mod+d': commands.duplicate,
    'mod+a': commands.selectAll,
    Escape: extra.deselect,
    'mod+z': commands.undo,
    'mod+shift+z': commands.redo,
    'mod+y': commands.redo,
    ']': () => commands.arrange('forward'),
    '[': () => commands.arrange('backward'),
    'mod+l': () => commands.toggleLock(extra.selected),
    'mod+shift+h': () => commands.toggleHidden(extra.selected),
    '+': commands.zoomIn,
    '=': commands.zoomIn,
    '-': commands.zoomOut,
    '0': commands.fit,
    '1': commands.actualSize,
    '?': extra.help,
  };
  return actions[name];
}
