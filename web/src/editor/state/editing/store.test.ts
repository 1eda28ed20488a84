import { expect, test } from 'vitest';
import { boxAt, sheetOf } from '../../testing/sheet';
import { duplicateBlocks, patchBlocks } from './blocks';
import { moveBlocks } from './place';
import { createEditorStore } from './store';

const open = () => createEditorStore(sheetOf(boxAt(10, 10), boxAt(30, 30)), 3);
const lefts = (store: ReturnType<typeof open>) =>
  store.getState().sheet.design.blocks.map(({ left }) => left);

test('a gesture is one undo step, computed from where it began', () => {
  const store = open();
  const { begin, update, commit, undo, redo } = store.getState();
  begin('move');
  for (const by of [1, 2, 3]) update((sheet) => moveBlocks(sheet, [0], by, 0));
  commit();
  expect(lefts(store)).toEqual(['13%', '30%']);
  expect(store.getState().history.past).toHaveLength(1);
  undo();
  expect(lefts(store)).toEqual(['10%', '30%']);
  redo();
  expect(lefts(store)).toEqual(['13%', '30%']);
});

test('a gesture that is cancelled, or ends where it began, is no step', () => {
  const store = open();
  const { begin, update, commit, cancel } = store.getState();
  begin('move');
  update((sheet) => moveBlocks(sheet, [0], 5, 0));
  cancel();
  begin('move');
  commit();
  expect(lefts(store)).toEqual(['10%', '30%']);
  expect(store.getState().history.past).toHaveLength(0);
});

test('repeated changes of one field are one step until the field is left', () => {
  const store = open();
  const { change, settle } = store.getState();
  const name = (text: string) =>
    change('edit', (sheet) => patchBlocks(sheet, [0], { name: text }), 'name of 0');
  name('T');
  name('Ti');
  settle();
  name('Tit');
  expect(store.getState().history.past).toHaveLength(2);
});

test('undo reaches back over a save, and dirty means different from what is saved', () => {
  const store = open();
  const { change, markSaved, undo, redo } = store.getState();
  change('move', (sheet) => moveBlocks(sheet, [0], 5, 0));
  expect(store.getState().dirty).toBe(true);
  markSaved(store.getState().sheet, 4);
  expect(store.getState()).toMatchObject({ dirty: false, version: 4 });
  undo();
  expect(store.getState().dirty).toBe(true);
  redo();
  expect(store.getState().dirty).toBe(false);
  change('move', (sheet) => moveBlocks(sheet, [0], 5, 0));
  change('move', (sheet) => moveBlocks(sheet, [0], -5, 0));
  expect(store.getState().dirty).toBe(false);
});

test('what is added is selected, and a selection loses what is gone', () => {
  const store = open();
  const { add, undo } = store.getState();
  add('duplicate', (sheet) => duplicateBlocks(sheet, [0]));
  expect(store.getState().selection).toEqual([2]);
  undo();
  expect(store.getState().selection).toEqual([]);
});

test('taking over what another person saved can be undone', () => {
  const store = open();
  store.getState().change('move', (sheet) => moveBlocks(sheet, [0], 5, 0));
  store.getState().resolveConflict(sheetOf(boxAt(70, 70)), 9);
  expect(store.getState()).toMatchObject({ dirty: false, version: 9 });
  store.getState().undo();
  expect(lefts(store)).toEqual(['15%', '30%']);
  expect(store.getState().dirty).toBe(true);
});
