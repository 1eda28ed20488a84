import { expect, test } from 'vitest';
import { newQrBlock } from '../../core/blocks/qr/block';
import { newTextBlock } from '../../core/blocks/text/block';
import { newDesign } from '../../core/document/defaults';
import { openSheet } from '../../core/document/sheet';
import { frameOf } from '../../core/geometry/frames';
import { boxAt, sheetOf } from '../../testing/sheet';
import { deleteBlocks, patchBlocks } from './blocks';
import { recolor } from './colors';
import { locksAs } from './locks';
import { changePage } from './page';
import { moveBlocks, placeBlock } from './place';

const text = newTextBlock('Well done');
const change = { model: 'Other', color: '#ff0000', center: true, hidden: true, name: 'Title' } as const;

test.each([
  ['position', { model: 'Other', color: '#ff0000', hidden: true, center: undefined }],
  ['content', { model: 'Well done', color: '#ff0000', hidden: undefined, center: true }],
  ['style', { model: 'Other', color: '#000000', hidden: true, center: true }],
] as const)('a lock of the %s keeps that and nothing else', (part, expected) => {
  const sheet = patchBlocks(sheetOf({ ...text, ...locksAs(true, [part]) }), [0], change);
  const [block] = sheet.design.blocks;
  const { model, color, hidden, center, name } = block as typeof text;
  expect({ model, color, hidden, center }).toEqual(expected);
  expect(name).toBe('Title');
});

test('a change of which a lock leaves nothing is no change', () => {
  const sheet = sheetOf({ ...text, lock_content: true });
  expect(patchBlocks(sheet, [0], { model: 'Other' })).toBe(sheet);
});

test('only a block that is locked in its place does not move', () => {
  const sheet = sheetOf(
    { ...boxAt(1, 1), lock_position: true },
    { ...boxAt(1, 1), lock_content: true, lock_style: true },
  );
  const moved = placeBlock(moveBlocks(sheet, [0, 1], 5, 5), 0, { left: 50, top: 50, width: 50, height: 50 });
  expect(moved.design.blocks.map((block) => frameOf(block).left)).toEqual([1, 6]);
});

test.each(['position', 'content', 'style'] as const)(
  'a block with a lock of its %s is not deleted',
  (part) => {
    const sheet = sheetOf({ ...text, ...locksAs(true, [part]) }, text);
    expect(deleteBlocks(sheet, [0, 1]).design.blocks).toHaveLength(1);
  },
);

test('a colour of the whole design is not changed where looks are locked', () => {
  const sheet = recolor(sheetOf({ ...text, lock_style: true }, text), '#000000', '#ff0000');
  expect(sheet.design.blocks.map((block) => 'color' in block && block.color)).toEqual(['#000000', '#ff0000']);
});

test('locks come off again, whatever is locked', () => {
  const sheet = sheetOf({ ...text, ...locksAs(true) });
  const [block] = patchBlocks(sheet, [0], locksAs(false)).design.blocks;
  expect(block?.lock_position ?? block?.lock_content ?? block?.lock_style).toBeUndefined();
});

test('a QR code keeps its size in px on another page, also where its place is locked', () => {
  const design = newDesign();
  const sheet = openSheet('Test', {
    ...design,
    blocks: [{ ...newQrBlock('x', design), lock_position: true }],
  });
  expect(changePage(sheet, { orientation: 'portrait' }).design.blocks[0]).toMatchObject({ pixel_width: 128 });
});
