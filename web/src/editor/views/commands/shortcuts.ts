import { chosenBlocks } from '../../core/document/sheet';
import type { Edge } from '../../state/editing/place';
import { type EditorState, isUnsaved } from '../../state/editing/store';
import { goToRegion } from '../focus/regions';
import type { Commands } from './useCommands';
import type { RulerCommands } from './useRulerCommands';

/** A key with its modifiers, such as `mod+shift+z`. `mod` is Ctrl, or ⌘ on a Mac. */
export type Chord = string;

/** What actions operate on. */
export type ActionContext = {
  commands: Commands;
  rulers: RulerCommands;
  selected: () => readonly number[];
  /** Clears the selection, or calls the host application's Escape handler if nothing is selected. */
  deselect: () => void;
  save: () => void;
  help: () => void;
  palette: () => void;
};

/** The precondition of an action. */
type Need = 'selection' | 'several' | 'three' | 'text' | 'undo' | 'redo' | 'unsaved';

export type Action = {
  /** The name of the action: a key under `editor.shortcut`. */
  name: string;
  chords?: readonly Chord[];
  needs?: Need;
  /** Also works while a field has the focus. */
  everywhere?: boolean;
  /** Omitted if the browser handles the key itself, or if the key determines the distance. */
  run?: (doing: ActionContext) => void;
};

/** Aligns several blocks with each other, a single one with the page. */
const align = <Name extends string>(name: Name, edge: Edge, key: string) => ({
  name,
  chords: [`alt+${key}`],
  needs: 'selection' as const,
  run: ({ commands, selected }: ActionContext) =>
    commands.align(edge, selected().length > 1 ? 'selection' : 'page'),
});

const ARROW_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

const TABLE = [
  { name: 'palette', chords: ['mod+k'], everywhere: true, run: (doing) => doing.palette() },
  { name: 'nextRegion', chords: ['F6'], everywhere: true, run: () => goToRegion(1) },
  { name: 'lastRegion', chords: ['shift+F6'], everywhere: true, run: () => goToRegion(-1) },
  { name: 'nudge', chords: ARROW_KEYS, needs: 'selection' },
  { name: 'nudgeMore', chords: ARROW_KEYS.map((key) => `shift+${key}`), needs: 'selection' },
  {
    name: 'editText',
    chords: ['Enter', 'F2'],
    needs: 'text',
    run: ({ commands }) => commands.editText(),
  },
  {
    name: 'remove',
    chords: ['Delete', 'Backspace'],
    needs: 'selection',
    run: ({ commands }) => commands.remove(),
  },
  { name: 'duplicate', chords: ['mod+d'], needs: 'selection', run: ({ commands }) => commands.duplicate() },
  { name: 'copy', chords: ['mod+c'], needs: 'selection', run: () => document.execCommand('copy') },
  { name: 'cut', chords: ['mod+x'], needs: 'selection', run: () => document.execCommand('cut') },
  { name: 'paste', chords: ['mod+v'] },
  { name: 'selectAll', chords: ['mod+a'], run: ({ commands }) => commands.selectAll() },
  { name: 'deselect', chords: ['Escape'], needs: 'selection', run: (doing) => doing.deselect() },
  { name: 'undo', chords: ['mod+z'], needs: 'undo', run: ({ commands }) => commands.undo() },
  { name: 'redo', chords: ['mod+shift+z', 'mod+y'], needs: 'redo', run: ({ commands }) => commands.redo() },
  {
    name: 'front',
    chords: ['mod+alt+]'],
    needs: 'selection',
    run: ({ commands }) => commands.arrange('front'),
  },
  { name: 'forward', chords: [']'], needs: 'selection', run: ({ commands }) => commands.arrange('forward') },
  {
    name: 'backward',
    chords: ['['],
    needs: 'selection',
    run: ({ commands }) => commands.arrange('backward'),
  },
  {
    name: 'back',
    chords: ['mod+alt+['],
    needs: 'selection',
    run: ({ commands }) => commands.arrange('back'),
  },
  align('alignLeft', 'left', 'a'),
  align('alignCenter', 'center', 'h'),
  align('alignRight', 'right', 'd'),
  align('alignTop', 'top', 'w'),
  align('alignMiddle', 'middle', 'v'),
  align('alignBottom', 'bottom', 's'),
  {
    name: 'distributeHorizontal',
    chords: ['alt+shift+h'],
    needs: 'three',
    run: ({ commands }) => commands.distribute('horizontal'),
  },
  {
    name: 'distributeVertical',
    chords: ['alt+shift+v'],
    needs: 'three',
    run: ({ commands }) => commands.distribute('vertical'),
  },
  { name: 'group', chords: ['mod+g'], needs: 'several', run: ({ commands }) => commands.group() },
  {
    name: 'ungroup',
    chords: ['mod+shift+g'],
    needs: 'selection',
    run: ({ commands }) => commands.ungroup(),
  },
  {
    name: 'lock',
    chords: ['mod+l'],
    needs: 'selection',
    run: ({ commands, selected }) => commands.toggleLock(selected()),
  },
  {
    name: 'hide',
    chords: ['mod+shift+h'],
    needs: 'selection',
    run: ({ commands, selected }) => commands.toggleHidden(selected()),
  },
  { name: 'zoomIn', chords: ['+', '='], run: ({ commands }) => commands.zoomIn() },
  { name: 'zoomOut', chords: ['-'], run: ({ commands }) => commands.zoomOut() },
  { name: 'fit', chords: ['0'], run: ({ commands }) => commands.fit() },
  { name: 'actualSize', chords: ['1'], run: ({ commands }) => commands.actualSize() },
  { name: 'fitSelection', chords: ['2'], needs: 'selection', run: ({ commands }) => commands.fitSelection() },
  { name: 'rulers', chords: ['shift+r'], run: ({ rulers }) => rulers.toggleRulers() },
  { name: 'unitMm', run: ({ rulers }) => rulers.setUnit('mm') },
  { name: 'unitIn', run: ({ rulers }) => rulers.setUnit('in') },
  { name: 'unitPx', run: ({ rulers }) => rulers.setUnit('px') },
  { name: 'guideX', chords: ['alt+g'], run: ({ rulers }) => rulers.addGuide('x') },
  { name: 'guideY', chords: ['alt+shift+g'], run: ({ rulers }) => rulers.addGuide('y') },
  { name: 'guidesRemove', run: ({ rulers }) => rulers.removeGuides() },
  { name: 'printArea', run: ({ rulers }) => rulers.togglePrintArea() },
  { name: 'save', chords: ['mod+s'], needs: 'unsaved', everywhere: true, run: (doing) => doing.save() },
  { name: 'nextPerson', chords: ['PageDown'] },
  { name: 'previousPerson', chords: ['PageUp'] },
  { name: 'help', chords: ['?'], run: (doing) => doing.help() },
] as const satisfies readonly Action[];

export type ActionName = (typeof TABLE)[number]['name'];
export type NamedAction = Action & { name: ActionName };

/** All actions of the keyboard and the palette. The shortcut list and the tooltips read the same table. */
export const ACTIONS: readonly NamedAction[] = TABLE;

export function findAction(name: ActionName): NamedAction | undefined {
  return ACTIONS.find((action) => action.name === name);
}

/** Whether the precondition of an action is met. */
export function isPossible({ needs }: Action, state: EditorState): boolean {
  const { selection, sheet, history, gesture } = state;
  switch (needs) {
    case undefined:
      return true;
    case 'selection':
      return selection.length > 0;
    case 'several':
      return selection.length > 1;
    case 'three':
      return selection.length > 2;
    case 'text':
      return selection.length === 1 && chosenBlocks(sheet, selection)[0]?.kind === 'text';
    case 'undo':
      return history.past.length > 0 || gesture !== null;
    case 'redo':
      return history.future.length > 0;
    case 'unsaved':
      return isUnsaved(state);
  }
}

const NUDGE = 0.1;
const NUDGE_MORE = 1;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat'
>;

/** Returns the movement for an arrow key, in percent of the page. */
export function nudgeOf({
  key,
  shiftKey,
}: Pick<Pressed, 'key' | 'shiftKey'>): readonly [number, number] | undefined {
  const way = ARROWS[key];
  const by = shiftKey ? NUDGE_MORE : NUDGE;
  return way && [way[0] * by, way[1] * by];
}

/** On some keyboards Alt changes the character of a key. Letters and brackets are then identified by their physical key. */
function keyOfPlace(code: string): string | undefined {
  const named: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? named[code];
}

/** Returns the pressed keys as a chord. Shift is part of it unless it only produces a character other than a letter. */
export function chordOf(pressed: Pressed): Chord {
  const { key, code, shiftKey, altKey } = pressed;
  const mod = pressed.ctrlKey || pressed.metaKey;
  const name = (altKey && keyOfPlace(code)) || (key.length === 1 ? key.toLowerCase() : key);
  const shift = shiftKey && (mod || altKey || key.length > 1 || key.toLowerCase() !== key.toUpperCase());
  return `${mod ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`;
}

/** Returns the action for the pressed keys, or undefined if there is none. */
export function actionFor(pressed: Pressed): NamedAction | undefined {
  const chord = chordOf(pressed);
  return ACTIONS.find(({ chords, run }) => run && !isClipboard(chord) && chords?.includes(chord));
}

/** The keys for copy, cut and paste trigger the browser's own events, which carry the clipboard. */
const isClipboard = (chord: Chord) => /^mod\+[cxv]$/.test(chord);

/** Whether a key types a character. Such keys apply to the page only while no other control has the focus. */
export function isCharacter({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}
