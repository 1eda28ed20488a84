import { describe, expect, test } from 'vitest';
import { newLineBlock } from '../../core/blocks/line/block';
import { newQrBlock } from '../../core/blocks/qr/block';
import { newTextBlock } from '../../core/blocks/text/block';
import { newDesign } from '../../core/document/defaults';
import { keyOf, openSheet, type Sheet, sameSheet, savedDesign } from '../../core/document/sheet';
import { type Frame, frameOf } from '../../core/geometry/frames';
import { acceptsDesign } from '../../testing/schema';
import { boxAt, sheetOf } from '../../testing/sheet';
import { addBlocks, deleteBlocks, duplicateBlocks, MAX_BLOCKS, patchBlocks, reorderBlocks } from './blocks';
import { unitsOf } from './groups';
import { bleedProblem, changePage, setBackground } from './page';
import { alignUnits, distributeUnits, moveBlocks, placeBlock, scaleBlocks, smallestTogether } from './place';

const frames = (sheet: Sheet) => sheet.design.blocks.map(frameOf);
const keys = (sheet: Sheet) => sheet.design.blocks.map(keyOf);

describe('opening and saving', () => {
  test('blocks open in their painting order and are saved with that order', () => {
    const [back, front] = [boxAt(1, 1), boxAt(2, 2)];
    const sheet = openSheet('Test', {
      ...newDesign(),
      blocks: [
        { ...front, z_index: 7, block_index: 3 },
        { ...back, z_index: 1, block_index: 9 },
      ],
    });
    expect(sheet.design.blocks.map(({ left }) => left)).toEqual(['1%', '2%']);
    expect(savedDesign(sheet).blocks.map(({ z_index, block_index }) => [z_index, block_index])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(acceptsDesign(savedDesign(sheet))).toBe(true);
  });

  test('a saved design that is opened again is the same design, whatever the order of its fields', () => {
    const sheet = sheetOf(boxAt(1, 1), newTextBlock('Hello'));
    const { blocks, ...rest } = savedDesign(sheet);
    const turned = blocks.map((block) => Object.fromEntries(Object.entries(block).reverse()));
    const again = openSheet('Test ', { blocks: turned, ...rest } as never);
    expect(sameSheet(sheet, again)).toBe(true);
    expect(sameSheet(sheet, moveBlocks(again, [0], 0.1, 0))).toBe(false);
  });
});

describe('moving', () => {
  test('goes by percent, written with four decimals', () => {
    const moved = moveBlocks(sheetOf(boxAt(10, 10)), [0], 0.1, 1 / 3);
    expect(moved.design.blocks[0]).toMatchObject({ left: '10.1%', top: '10.3333%' });
  });

  test('stops at 0 and 100 percent, and several blocks keep their distance', () => {
    const sheet = sheetOf(boxAt(10, 10), boxAt(30, 50));
    expect(frames(moveBlocks(sheet, [0, 1], -50, 70)).map(({ left, top }) => [left, top])).toEqual([
      [0, 60],
      [20, 100],
    ]);
  });

  test('lets a block that hangs over the edge stay where it was', () => {
    const sheet = sheetOf(boxAt(-5, 10));
    expect(frames(moveBlocks(sheet, [0], -10, 0))[0]?.left).toBe(-5);
  });

  test('leaves locked blocks alone, and others the very same objects', () => {
    const sheet = sheetOf({ ...boxAt(10, 10), lock_position: true }, boxAt(30, 50));
    expect(moveBlocks(sheet, [0], 5, 5)).toBe(sheet);
    expect(moveBlocks(sheet, [1], 5, 5).design.blocks[0]).toBe(sheet.design.blocks[0]);
  });

  test('a centred text stays centred up and down, and is free once it moves sideways', () => {
    const sheet = sheetOf({ ...newTextBlock('Hi'), center: true, left: '3%' });
    expect(moveBlocks(sheet, [0], 0, 5).design.blocks[0]).toMatchObject({ center: true, left: '3%' });
    expect(moveBlocks(sheet, [0], 1, 0).design.blocks[0]).toMatchObject({ center: false, left: '43.5%' });
  });
});

describe('resizing', () => {
  test('keeps a text block at 5 percent or more', () => {
    const sheet = placeBlock(sheetOf(newTextBlock('Hi')), 0, { left: 0, top: 0, width: 1, height: 1 });
    expect(sheet.design.blocks[0]).toMatchObject({ image_width: '5%', image_height: '5%' });
  });

  test.each([
    ['us-letter', 60, 1056],
    ['a8', 105, 280],
  ] as const)('keeps a QR code on %s at %i px or more', (size, smallest, width) => {
    const design = { ...newDesign(), size };
    const sheet = openSheet('Test', { ...design, blocks: [newQrBlock('https://a.example', design)] });
    const tiny = placeBlock(sheet, 0, { left: 0, top: 0, width: 1, height: 1 });
    expect(tiny.design.blocks[0]).toMatchObject({ pixel_width: smallest, pixel_height: smallest });
    expect(frames(tiny)[0]?.width).toBeCloseTo((smallest / width) * 100, 3);
  });

  test('scales several blocks within their common frame', () => {
    const sheet = sheetOf(boxAt(10, 10), boxAt(30, 30));
    const from = { left: 10, top: 10, width: 30, height: 30 };
    const scaled = scaleBlocks(sheet, [0, 1], from, { ...from, width: 60, height: 30 });
    expect(frames(scaled)).toEqual([
      { left: 10, top: 10, width: 20, height: 10 },
      { left: 50, top: 30, width: 20, height: 10 },
    ]);
  });
});

describe('resizing several blocks, or by a corner', () => {
  const common = { left: 10, top: 10, width: 30, height: 30 };

  test('stops where the first block would get too small, so that all keep their share', () => {
    const text = {
      ...newTextBlock('Hi'),
      left: '10%',
      top: '10%',
      image_width: '10%',
      image_height: '20%',
    } as const;
    const sheet = sheetOf(text, boxAt(30, 30));
    expect(smallestTogether(sheet, [0, 1], common)).toEqual({ width: 15, height: 7.5 });
    const small = scaleBlocks(sheet, [0, 1], common, { ...common, width: 15, height: 7.5 });
    expect(frames(small)[0]).toMatchObject({ width: 5, height: 5 });
    expect(frames(small)[1]).toMatchObject({ left: 20, top: 15, width: 5, height: 2.5 });
  });

  test('letters grow with a text that keeps its shape, and not with one that is only made wider', () => {
    const sheet = sheetOf(newTextBlock('Hi'));
    const from = frames(sheet)[0] as Frame;
    const to = { ...from, width: from.width * 2, height: from.height * 2 };
    expect(scaleBlocks(sheet, [0], from, to, true).design.blocks[0]).toMatchObject({ font_size: 32 });
    const wider = scaleBlocks(sheet, [0], from, { ...from, width: 40 }, false);
    expect(wider.design.blocks[0]).toMatchObject({ image_width: '40%', font_size: 16 });
  });

  test('letters that shrink to fit, or whose looks are locked, keep the size that was given them', () => {
    const sheet = sheetOf(
      { ...newTextBlock('Hi'), scale_to_fit: true },
      { ...newTextBlock('Ho'), lock_style: true },
    );
    const from = frames(sheet)[0] as Frame;
    const to = { ...from, width: from.width * 2, height: from.height * 2 };
    for (const block of scaleBlocks(sheet, [0, 1], from, to, true).design.blocks) {
      expect(block).toMatchObject({ image_width: '30%', font_size: 16 });
    }
  });

  test('a centred text that grows on both sides stays centred', () => {
    const sheet = sheetOf({ ...newTextBlock('Hi'), center: true });
    const from = frames(sheet)[0] as Frame;
    const both = scaleBlocks(sheet, [0], from, { ...from, left: 40, width: 20 });
    expect(both.design.blocks[0]).toMatchObject({ center: true, image_width: '20%' });
    const one = scaleBlocks(sheet, [0], from, { ...from, width: 20 });
    expect(one.design.blocks[0]).toMatchObject({ center: false });
  });
});

describe('lining up', () => {
  test.each([
    ['left', 'page', { left: 0 }],
    ['right', 'page', { left: 90 }],
    ['middle', 'page', { top: 45 }],
    ['right', 'selection', { left: 30 }],
    ['bottom', 'selection', { top: 30 }],
  ] as const)('%s with the %s', (edge, to, expected) => {
    const sheet = sheetOf(boxAt(10, 10), boxAt(30, 30));
    expect(frames(alignUnits(sheet, unitsOf(sheet, [0, 1], null), edge, to))[0]).toMatchObject(expected);
  });

  test('makes gaps equal and keeps the outer blocks', () => {
    const sheet = sheetOf(boxAt(0, 0), boxAt(12, 0), boxAt(80, 0));
    expect(
      frames(distributeUnits(sheet, unitsOf(sheet, [0, 1, 2], null), 'horizontal')).map(({ left }) => left),
    ).toEqual([0, 40, 80]);
  });
});

describe('blocks', () => {
  test('copies stand a little aside, in front, with keys of their own and unlocked', () => {
    const made = duplicateBlocks(sheetOf({ ...boxAt(10, 10), lock_position: true }, boxAt(5, 5)), [0]);
    expect(made.keys).toEqual([2]);
    expect(made.sheet.design.blocks[2]).toMatchObject({ left: '12%', top: '12%' });
    expect(made.sheet.design.blocks[2]?.lock_position).toBeUndefined();
  });

  test('no more than a design may have', () => {
    const full = addBlocks(
      sheetOf(),
      Array.from({ length: MAX_BLOCKS + 5 }, () => boxAt(1, 1)),
    );
    expect(full.sheet.design.blocks).toHaveLength(MAX_BLOCKS);
    expect(addBlocks(full.sheet, [boxAt(1, 1)])).toEqual({ sheet: full.sheet, keys: [] });
  });

  test('deleting spares locked ones', () => {
    const sheet = sheetOf({ ...boxAt(1, 1), lock_position: true }, boxAt(2, 2));
    expect(keys(deleteBlocks(sheet, [0, 1]))).toEqual([0]);
  });

  test.each([
    ['front', [0, 2], [1, 3, 0, 2]],
    ['back', [1, 3], [1, 3, 0, 2]],
    ['forward', [0, 1], [2, 0, 1, 3]],
    ['backward', [2, 3], [0, 2, 3, 1]],
  ] as const)('%s keeps the order of those that move', (shift, moving, expected) => {
    const sheet = sheetOf(boxAt(0, 0), boxAt(1, 1), boxAt(2, 2), boxAt(3, 3));
    expect(keys(reorderBlocks(sheet, moving, shift))).toEqual(expected);
  });

  test('every added kind is accepted by the schema', () => {
    const { sheet } = addBlocks(sheetOf(), [newTextBlock('Hi'), newQrBlock('x', newDesign())]);
    expect(acceptsDesign(savedDesign(patchBlocks(sheet, [0], { name: 'Title', hidden: true })))).toBe(true);
  });
});

describe('the page', () => {
  test('turns, and a QR code keeps its size in px', () => {
    const sheet = openSheet('Test', { ...newDesign(), blocks: [newQrBlock('x', newDesign())] });
    const turned = changePage(sheet, { orientation: 'portrait' });
    expect(turned.design.blocks[0]).toMatchObject({ pixel_width: 128, pixel_height: 128 });
    expect(frames(turned)[0]?.width).toBeCloseTo((128 / 816) * 100, 3);
  });

  test('letters, lines and codes grow with the paper, and turning it there and back changes nothing', () => {
    const text = { ...newTextBlock('x'), font_size: 40 };
    const blocks = [text, newLineBlock(), newQrBlock('x', newDesign())];
    const sheet = openSheet('Test', { ...newDesign(), blocks });
    const small = changePage(sheet, { size: 'a8' }).design.blocks;
    expect(small).toMatchObject([{ font_size: 10.12 }, { line_width: 0.51 }, { pixel_width: 105 }]);
    const turned = changePage(sheet, { orientation: 'portrait' });
    expect(turned.design.blocks.slice(0, 2)).toEqual(sheet.design.blocks.slice(0, 2));
    expect(changePage(turned, { orientation: 'landscape' })).toEqual(sheet);
  });

  test('gives a QR code the larger minimum of a8', () => {
    const sheet = openSheet('Test', { ...newDesign(), blocks: [newQrBlock('x', newDesign())] });
    const small = placeBlock(sheet, 0, { left: 0, top: 0, width: 1, height: 1 });
    expect(changePage(small, { size: 'a8' }).design.blocks[0]).toMatchObject({ pixel_width: 105 });
  });

  test.each([
    ['/photo.png', 3418, 2668, undefined],
    ['/photo.png', 3400, 2668, 'small'],
    ['/photo.png', 4000, 4000, 'shape'],
    ['/art/ground-rays-letter.svg', 1056, 816, undefined],
  ])('what keeps %s of %i × %i from the edge of the paper: %s', (url, width, height, expected) => {
    expect(bleedProblem(url, { width, height }, newDesign())).toBe(expected);
  });

  test('a background below print resolution does not bleed', () => {
    const sheet = openSheet('Test', { ...newDesign(), background_bleeds: true });
    const small = setBackground(sheet, 'https://a.example/b.png', { width: 100, height: 80 });
    expect(small.design.background_bleeds).toBe(false);
  });
});
