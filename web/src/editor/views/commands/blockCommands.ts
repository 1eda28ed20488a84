import type { TFunction } from 'i18next';
import { groupOf } from '../../core/document/groups';
import { type BlockKey, chosenBlocks, keyOf } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import type { EditorContextValue } from '../../state/context/context';
import { duplicateBlocks, patchBlocks, reorderBlocks, type Shift } from '../../state/editing/blocks';
import { groupBlocks, ungroupBlocks, unitsOf } from '../../state/editing/groups';
import { isLocked, isLockedAnyhow, LOCK_PARTS, type LockPart, locksAs } from '../../state/editing/locks';
import {
  type Axis,
  alignUnits,
  distributeUnits,
  type Edge,
  free,
  moveBlocks,
} from '../../state/editing/place';
import type { BlockWords } from '../words/words';

type Given = EditorContextValue & { t: TFunction; words: BlockWords; say: (text: string) => void };

/** The commands for whole blocks and groups. Changes that a lock prevents are shown and announced. */
export function blockCommands({ store, ports, t, words, say }: Given) {
  const chosen = () => chosenBlocks(store.getState().sheet, store.getState().selection);
  const units = () => {
    const { sheet, selection, entered } = store.getState();
    return unitsOf(sheet, selection, entered);
  };
  /** Warns how many of the selected blocks cannot change. Returns true if none can. */
  const refused = (part: LockPart | 'delete', stays: (block: Block) => boolean): boolean => {
    const blocks = chosen();
    const held = blocks.filter(stays).length;
    if (held > 0) ports.tell(t(`editor.refused.${part}`, { count: held }), 'warning');
    return held === blocks.length;
  };
  const held = () => {
    const { sheet, selection } = store.getState();
    const movable = free(sheet, selection);
    return (block: Block) => !movable.includes(keyOf(block));
  };

  return {
    remove: () => {
      const { removeSelected } = store.getState();
      const count = chosen().filter((block) => !isLockedAnyhow(block)).length;
      if (refused('delete', isLockedAnyhow)) return;
      removeSelected();
      say(t('editor.said.deleted', { count }));
    },
    duplicate: () => {
      const { add, selection } = store.getState();
      add('duplicate', (sheet) => duplicateBlocks(sheet, selection));
      say(t('editor.said.duplicated', { count: store.getState().selection.length }));
    },
    selectAll: () => {
      const { sheet, select, entered } = store.getState();
      const there = sheet.design.blocks.filter((block) => !block.hidden && !isLocked(block, 'position'));
      select(there.filter(({ group }) => entered === null || group === entered).map(keyOf));
    },
    /** Clears the selection; inside a group it goes back out to the group. */
    deselect: () => {
      const inside = store.getState().entered !== null;
      store.getState().leave();
      if (inside) say(t('editor.said.left'));
    },
    nudge: (dx: number, dy: number, repeated: boolean) => {
      const { change, settle, selection } = store.getState();
      if (!repeated) settle();
      if (!repeated && refused('position', held())) return;
      change('move', (sheet) => moveBlocks(sheet, selection, dx, dy), 'nudge');
      const [first] = chosen();
      if (first) say(words.described(first));
    },
    arrange: (shift: Shift) => {
      const { change, selection, entered } = store.getState();
      change('arrange', (sheet) => reorderBlocks(sheet, selection, shift, entered));
      say(t(`editor.said.${shift}`));
    },
    align: (edge: Edge, to: 'page' | 'selection') => {
      if (refused('position', held())) return;
      store.getState().change('align', (sheet) => alignUnits(sheet, units(), edge, to));
      const [first] = chosen();
      if (first) say(words.described(first));
    },
    distribute: (axis: Axis) => {
      if (refused('position', held())) return;
      store.getState().change('distribute', (sheet) => distributeUnits(sheet, units(), axis));
      say(t('editor.said.distributed'));
    },
    /** Locks all parts of these blocks, or unlocks them if all are locked. */
    toggleLock: (keys: readonly BlockKey[]) => {
      const { change, sheet } = store.getState();
      const locks = !chosenBlocks(sheet, keys).every((block) =>
        LOCK_PARTS.every((part) => isLocked(block, part)),
      );
      change('lock', (before) => patchBlocks(before, keys, locksAs(locks)));
      say(t(locks ? 'editor.said.locked' : 'editor.said.unlocked'));
    },
    /** Locks or unlocks one part of these blocks. */
    setLock: (keys: readonly BlockKey[], part: LockPart, locks: boolean) => {
      store.getState().change('lock', (before) => patchBlocks(before, keys, locksAs(locks, [part])));
      say(t(`editor.said.${locks ? 'lockedPart' : 'unlockedPart'}`, { part: t(`editor.lock.${part}`) }));
    },
    toggleHidden: (keys: readonly BlockKey[]) => {
      const { change, sheet } = store.getState();
      const blocks = chosenBlocks(sheet, keys);
      const locked = blocks.filter((block) => isLocked(block, 'content')).length;
      if (locked > 0) ports.tell(t('editor.refused.content', { count: locked }), 'warning');
      if (locked === blocks.length) return;
      const hidden = !blocks.every((block) => block.hidden);
      change('hide', (before) => patchBlocks(before, keys, { hidden }));
      say(t(hidden ? 'editor.said.hidden' : 'editor.said.shown'));
    },
    /** Starts editing a text, or enters a group. */
    editText: () => {
      const { sheet, entered, pick, startEditing } = store.getState();
      const blocks = chosen();
      const front = blocks.at(-1);
      const group = groupOf(sheet.design.blocks, front);
      if (front && group !== undefined && group !== entered) {
        pick(keyOf(front));
        say(t('editor.said.entered', { name: words.name(front) }));
      } else if (front?.kind === 'text' && blocks.length === 1 && !front.hidden) {
        if (!refused('content', (block) => isLocked(block, 'content'))) startEditing(keyOf(front));
      }
    },
    group: () => {
      const { change, select, selection, entered } = store.getState();
      if (units().length < 2) return say(t('editor.group.tooFew'));
      if (entered !== null) return ports.tell(t('editor.group.inside'), 'warning');
      change('group', (sheet) => groupBlocks(sheet, selection));
      select(selection);
      say(t('editor.said.grouped', { count: selection.length }));
    },
    ungroup: () => {
      const { change, select, sheet, selection } = store.getState();
      if (!chosen().some((block) => groupOf(sheet.design.blocks, block))) return say(t('editor.group.none'));
      change('ungroup', (before) => ungroupBlocks(before, selection));
      select(selection);
      say(t('editor.said.ungrouped'));
    },
  };
}
