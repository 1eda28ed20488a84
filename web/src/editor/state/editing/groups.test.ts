import { describe, expect, test } from 'vitest';
import { newTextBlock } from '../../core/blocks/text/block';
import { keyOf, type Sheet, savedDesign } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { type Frame, frameOf } from '../../core/geometry/frames';
import { acceptsDesign } from '../../testing/schema';
import { boxAt, sheetOf } from '../../testing/sheet';
import { addCopies, duplicateBlocks, reorderBlocks } from './blocks';
import { copiesOf, groupBlocks, groupName, renameGroup, ungroupBlocks, unitsOf } from './groups';
import { alignUnits, distributeUnits, moveBlocks, placeUnits } from './place';
import { createEditorStore } from './store';

const keys = (sheet: Sheet) => sheet.design.blocks.map(keyOf);
const groups = (sheet: Sheet) => sheet.design.blocks.map(({ group }) => group);
const lefts = (sheet: Sheet) => sheet.design.blocks.map((block) => frameOf(block).left);
const inGroup = (block: Block, group: string): Block => ({ ...block, group });

/** Blocks 1 and 2 are a group, 0 behind and 3 in front of it are not. */
const grouped = () =>
  sheetOf(boxAt(0, 0), inGroup(boxAt(20, 20), 'g1'), inGroup(boxAt(40, 20), 'g1'), boxAt(80, 80));

describe('grouping', () => {
  test('brings blocks together where the front one is, under a name that is not taken', () => {
    const sheet = groupBlocks(
      sheetOf(boxAt(0, 0), boxAt(1, 1), boxAt(2, 2), inGroup(boxAt(3, 3), 'g1')),
      [0, 2],
    );
    expect(keys(sheet)).toEqual([1, 0, 2, 3]);
    expect(groups(sheet)).toEqual([undefined, 'g2', 'g2', 'g1']);
  });

  test('takes two blocks, and is undone for all blocks of the group', () => {
    const sheet = sheetOf(boxAt(0, 0));
    expect(groupBlocks(sheet, [0])).toBe(sheet);
    expect(groups(ungroupBlocks(grouped(), [1]))).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('what is saved has no group of one block and no name of a group that is gone', () => {
    const named = renameGroup(renameGroup(grouped(), 'g1', 'Seal'), 'g9', 'Gone');
    expect(groupName(named, 'g1')).toBe('Seal');
    const saved = savedDesign(named);
    expect(saved.groups).toEqual([{ id: 'g1', name: 'Seal' }]);
    expect(acceptsDesign(saved)).toBe(true);
    const alone = savedDesign({
      ...named,
      design: { ...named.design, blocks: named.design.blocks.slice(0, 2) },
    });
    expect(alone.groups).toBeUndefined();
    expect(alone.blocks.map(({ group }) => group)).toEqual([undefined, undefined]);
  });
});

describe('a group as one', () => {
  const units = (sheet: Sheet) => unitsOf(sheet, keys(sheet), null);

  test('lines up as a whole and keeps the places in it', () => {
    const sheet = grouped();
    const right = alignUnits(sheet, unitsOf(sheet, [1, 2], null), 'right', 'page');
    expect(lefts(right)).toEqual([0, 70, 90, 80]);
  });

  test('is spread out as a whole', () => {
    const sheet = grouped();
    expect(lefts(distributeUnits(sheet, units(sheet), 'horizontal'))).toEqual([0, 30, 50, 80]);
  });

  test('moves and grows as a whole from a field of the inspector', () => {
    const sheet = grouped();
    const chosen = unitsOf(sheet, [1, 2], null);
    expect(lefts(placeUnits(sheet, chosen, 'left', 30))).toEqual([0, 30, 50, 80]);
    const wide = placeUnits(sheet, chosen, 'width', 60).design.blocks.map(frameOf);
    expect(wide.slice(1, 3)).toMatchObject([
      { left: 20, width: 20 } satisfies Partial<Frame>,
      { left: 60, width: 20 } satisfies Partial<Frame>,
    ]);
  });

  test('stays where it is when one of it is locked in its place', () => {
    const [first, second, ...others] = grouped().design.blocks as [Block, Block, ...Block[]];
    const sheet = sheetOf(first, { ...second, lock_position: true }, ...others);
    expect(moveBlocks(sheet, [1, 2], 5, 5)).toBe(sheet);
    expect(lefts(moveBlocks(sheet, [2], 5, 0))).toEqual([0, 20, 45, 80]);
  });

  test('changes its place in the order as a whole, and its blocks among themselves', () => {
    expect(keys(reorderBlocks(grouped(), [1, 2], 'forward'))).toEqual([0, 3, 1, 2]);
    expect(keys(reorderBlocks(grouped(), [0], 'forward'))).toEqual([1, 2, 0, 3]);
    expect(keys(reorderBlocks(grouped(), [1], 'front', 'g1'))).toEqual([0, 2, 1, 3]);
    expect(keys(reorderBlocks(grouped(), [2], 'forward', 'g1'))).toEqual([0, 1, 2, 3]);
  });
});

describe('copies', () => {
  test('of a group are a group of their own', () => {
    const { sheet, keys: made } = duplicateBlocks(grouped(), [1, 2]);
    expect(made).toEqual([4, 5]);
    expect(groups(sheet)).toEqual([undefined, 'g1', 'g1', undefined, 'g2', 'g2']);
  });

  test('of a part of a group are in none', () => {
    expect(copiesOf(grouped(), [0, 1]).blocks.map(({ group }) => group)).toEqual([undefined, undefined]);
  });

  test('of two groups from another design stay two, and join none that is there', () => {
    const copies = ['g1', 'g1', 'g2', 'g2', 'g3'].map((group) => inGroup(newTextBlock('x'), group));
    const pasted = addCopies(grouped(), { blocks: copies }).sheet;
    expect(groups(pasted).slice(4)).toEqual(['g2', 'g2', 'g3', 'g3', undefined]);
  });

  test('of a named group keep its name, also in another design', () => {
    const named = renameGroup(grouped(), 'g1', 'Signatures');
    const pasted = addCopies(named, copiesOf(named, [1, 2])).sheet;
    expect(groupName(pasted, 'g1')).toBe('Signatures');
    expect(groupName(pasted, 'g2')).toBe('Signatures');
    expect(addCopies(named, copiesOf(named, [0, 1])).sheet.design.groups).toEqual(named.design.groups);
  });
});

describe('selecting', () => {
  const open = () => createEditorStore(grouped(), 1);
  const selected = (store: ReturnType<typeof open>) => store.getState().selection;

  test('a block selects its group, until one goes into it', () => {
    const store = open();
    store.getState().select([1]);
    expect(selected(store)).toEqual([1, 2]);
    store.getState().pick(2);
    expect(store.getState()).toMatchObject({ selection: [2], entered: 'g1' });
    store.getState().select([1]);
    expect(selected(store)).toEqual([1]);
    store.getState().leave();
    expect(store.getState()).toMatchObject({ selection: [1, 2], entered: null });
    store.getState().leave();
    expect(selected(store)).toEqual([]);
  });

  test('something outside leaves the group', () => {
    const store = open();
    store.getState().pick(1);
    store.getState().select([0]);
    expect(store.getState()).toMatchObject({ selection: [0], entered: null });
  });

  test('a group is added to the selection and taken out as a whole', () => {
    const store = open();
    store.getState().select([0]);
    store.getState().toggle(2);
    expect(selected(store)).toEqual([0, 1, 2]);
    store.getState().toggle(1);
    expect(selected(store)).toEqual([0]);
  });

  test('a group that is undone is not entered any more', () => {
    const store = createEditorStore(sheetOf(boxAt(0, 0), boxAt(1, 1)), 1);
    store.getState().change('group', (sheet) => groupBlocks(sheet, [0, 1]));
    store.getState().pick(1);
    store.getState().undo();
    expect(store.getState()).toMatchObject({ selection: [1], entered: null });
  });
});
