import { expect, test } from 'vitest';
import { itemsOf, layBlocks, textBlock, textsOf } from '../../testing/page';
import { newImageBlock } from '../blocks/image/block';
import type { ImageAttributeBlock } from '../blocks/image-attribute/block';
import { newQrBlock } from '../blocks/qr/block';
import { newRectangleBlock } from '../blocks/rectangle/block';
import { newDesign } from '../document/defaults';
import { imageUrls } from './layout';

const URL_OF_SEAL = 'https://example.org/seal.png';
const pictures = new Map([[URL_OF_SEAL, { href: 'blob:seal', width: 400, height: 200 }]]);

test('blocks are painted by z-index and hidden ones are not', () => {
  const page = layBlocks([
    textBlock('top', { z_index: 5 }),
    textBlock('hidden', { z_index: 1, hidden: true }),
    textBlock('bottom', { z_index: 0 }),
  ]);
  expect(textsOf(page)).toEqual(['bottom', 'top']);
});

const block = newImageBlock(URL_OF_SEAL);

test('a picture that is missing is reported and leaves its place empty', () => {
  const page = layBlocks([block]);
  expect(page.groups).toEqual([]);
  expect(page.warnings).toEqual([{ blockIndex: 0, code: 'missing_image' }]);
});

const photo: ImageAttributeBlock = {
  kind: 'image_attribute',
  custom_image_attribute: '[custom.photo]',
  top: '0%',
  left: '0%',
  image_width: '10%',
  image_height: '10%',
};

test('an image attribute shows the value of its tag', () => {
  const values = { 'custom.photo': { kind: 'image', value: URL_OF_SEAL } } as const;
  const [item] = itemsOf(layBlocks([photo], { values, pictures }));
  expect(item).toMatchObject({ kind: 'image', href: 'blob:seal' });
});

test('an image attribute without a value is nothing, and no fault', () => {
  const page = layBlocks([photo], { values: {} });
  expect(page.groups).toEqual([]);
  expect(page.warnings).toEqual([]);
});

test('every picture of a page is asked for once', () => {
  const design = {
    ...newDesign(),
    background: URL_OF_SEAL,
    blocks: [block, photo, { ...block, hidden: true }],
  };
  const values = { 'custom.photo': { kind: 'image', value: 'https://example.org/p.png' } } as const;
  expect(imageUrls(design, values)).toEqual([URL_OF_SEAL, 'https://example.org/p.png']);
});

test('the page grows by the bleed in print, and the background only when it bleeds', () => {
  const design = { ...newDesign(), background_color: '#ffeedd' } as const;
  const printed = layBlocks([], { design, bleed: true });
  expect(printed.viewBox.x).toBeCloseTo(-(5 / 25.4) * 96, 8);
  expect(printed.viewBox.width).toBeCloseTo(1056 + (10 / 25.4) * 96, 8);
  expect(itemsOf(printed)[0]).toMatchObject({ kind: 'rect', x: 0, y: 0, width: 1056, height: 816 });

  const bleeding = layBlocks([], { design: { ...design, background_bleeds: true }, bleed: true });
  expect(itemsOf(bleeding)[0]).toMatchObject(bleeding.viewBox);
});

test('without bleed the page is the design', () => {
  expect(layBlocks([]).viewBox).toEqual({ x: 0, y: 0, width: 1056, height: 816 });
  expect(layBlocks([], { design: newDesign('badge'), bleed: true }).viewBox).toEqual({
    x: 0,
    y: 0,
    width: 600,
    height: 600,
  });
});

test('a QR code too long to encode is reported', () => {
  const page = layBlocks([{ ...newQrBlock('x', newDesign()), qr_code: 'x'.repeat(5000) }]);
  expect(page.warnings).toEqual([{ blockIndex: 0, code: 'bad_qr' }]);
});

test('a shape keeps its stroke inside its frame', () => {
  const shape = { ...newRectangleBlock(), stroke_width: 4, radius: 9999 };
  const [item] = itemsOf(layBlocks([shape]));
  expect(item).toMatchObject({ x: 0.4 * 1056 + 2, width: 0.2 * 1056 - 4, radius: (0.2 * 816 - 4) / 2 });
});

test('roles follow the block', () => {
  const page = layBlocks([textBlock('a', { role: 'heading' }), textBlock('b'), { ...block, alt: 'A seal' }], {
    pictures,
  });
  expect(page.groups.map((group) => group.role)).toEqual(['heading', 'paragraph', 'figure']);
});
