import { expect, test } from 'vitest';
import { newTextBlock } from '../blocks/text/block';
import { liftOf, wayOf } from './lift';
import { moveBlocks } from './place';
import { keyOf, type Sheet } from './sheet';
import { sheetOf } from './testing';

const text = (model: string) => ({ ...newTextBlock(model), image_height: '10%' }) as const;
const [a, b, c, d] = [text('a'), text('b'), text('c'), text('d')];
const before = sheetOf(a, b, c, d);
const moving = (selection: readonly number[], sheet: Sheet = before) => ({
  gesture: { name: 'move' as const, before: sheet },
  selection,
  entered: null,
  editing: null,
});

test('neighbours are lifted off what is under them, below what is over them', () => {
  const lift = liftOf(moving([2, 1]));
  expect(lift?.under.map(keyOf)).toEqual([0]);
  expect(lift?.carried.map(keyOf)).toEqual([1, 2]);
  expect(lift?.over.map(keyOf)).toEqual([3]);
});

test('blocks with others between them stay where they are painted', () => {
  expect(liftOf(moving([0, 2]))).toBeNull();
});

test('nothing is lifted with a locked block, in a group, while typing or in another gesture', () => {
  expect(liftOf(moving([1, 2], sheetOf(a, b, { ...c, lock_position: true }, d)))).toBeNull();
  expect(liftOf({ ...moving([1]), entered: 'group' as never })).toBeNull();
  expect(liftOf({ ...moving([1]), editing: 1 })).toBeNull();
  expect(liftOf({ ...moving([1]), gesture: { name: 'resize', before } })).toBeNull();
  expect(liftOf({ ...moving([1]), gesture: null })).toBeNull();
});

test('a block that grows to its least size as it moves is painted anew', () => {
  expect(liftOf(moving([0], sheetOf({ ...a, image_width: '0.1%' })))).toBeNull();
});

test('the way is that of the blocks, as far as they may go', () => {
  const lift = liftOf(moving([1, 2]));
  if (!lift) throw new Error('nothing was lifted');
  const way = wayOf(lift, moveBlocks(before, [1, 2], 3, 4));
  expect(way.x).toBeCloseTo(3, 3);
  expect(way.y).toBeCloseTo(4, 3);
  expect(wayOf(lift, before)).toEqual({ x: 0, y: 0 });
});
