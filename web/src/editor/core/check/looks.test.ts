import { expect, test } from 'vitest';
import { textBlock } from '../../testing/page';
import { newDesign } from '../document/defaults';
import type { Block, DesignDocument } from '../document/types';
import type { Shades } from '../paint/shade';
import { BACKGROUND, looksOf, picturesWithout } from './looks';

const place = { top: '10%', left: '10%', image_width: '30%', image_height: '30%' } as const;
const sharp = async (href: string) => ({ href, width: 4000, height: 3000 });
const coarse = async (href: string) => ({ href, width: 400, height: 300 });
const gone = () => Promise.reject(new Error('gone'));

function of(blocks: Block[], change: Partial<DesignDocument> = {}): DesignDocument {
  return { ...newDesign(), ...change, blocks };
}
const unread = { of: () => undefined };
const codes = async (design: DesignDocument, load = sharp, shades: Shades = unread) =>
  (await looksOf(design, { load, shades: async () => shades })).map(({ block, code }) => [block, code]);

test('a text is faint against the colour that is behind it', async () => {
  const pale = textBlock('Ada', { ...place, color: '#dddddd' });
  const dark: Block = { kind: 'rectangle', ...place, fill: '#101010' };
  expect(await codes(of([pale]))).toEqual([[0, 'faint_text']]);
  expect(await codes(of([dark, pale]))).toEqual([]);
  expect(await codes(of([pale, dark]))).toEqual([[0, 'faint_text']]);
  expect(await codes(of([{ ...dark, fill: 'none' }, pale]))).toEqual([[1, 'faint_text']]);
});

test('a text is faint against the colours of the picture that is behind it', async () => {
  const pale = textBlock('Ada', { ...place, color: '#dddddd' });
  const design = of([pale], { background: 'https://files.example/a.png' });
  expect(await codes(design, sharp, { of: () => '#eeeeee' })).toEqual([[0, 'faint_text']]);
  expect(await codes(design, sharp, { of: () => '#101010' })).toEqual([]);
});

test('who has no picture for an image attribute is told', () => {
  const design = of([{ kind: 'image_attribute', ...place, custom_image_attribute: '[custom.photo]' }]);
  expect(picturesWithout(design, {})).toEqual([{ block: 0, code: 'missing_picture' }]);
  const photo = { kind: 'image' as const, value: 'https://files.example/p.png' };
  expect(picturesWithout(design, { 'custom.photo': photo })).toEqual([]);
});

test('against a picture that cannot be read no contrast is claimed', async () => {
  const pale = textBlock('Ada', { ...place, color: '#dddddd' });
  expect(await codes(of([pale], { background: 'https://files.example/a.png' }))).toEqual([]);
  expect(
    await codes(of([{ kind: 'image', ...place, image_url: 'https://files.example/a.png' }, pale])),
  ).toEqual([]);
});

test('a code must be dark enough and large enough to scan', async () => {
  const qr: Block = { kind: 'qr', ...place, qr_code: 'x' };
  expect(await codes(of([qr]))).toEqual([]);
  expect(await codes(of([{ ...qr, foreground_color: '#cccccc' }]))).toEqual([[0, 'faint_qr']]);
  expect(await codes(of([{ ...qr, image_width: '4%' }]))).toEqual([[0, 'small_qr']]);
});

test('pictures must be there and sharp in print, drawings only there', async () => {
  const design = of(
    [{ kind: 'image', ...place, image_width: '80%', image_url: 'https://files.example/a.png' }],
    {
      background: 'https://files.example/b.png',
    },
  );
  expect(await codes(design)).toEqual([]);
  expect(await codes(design, coarse)).toEqual([
    [BACKGROUND, 'coarse_picture'],
    [0, 'coarse_picture'],
  ]);
  expect(await codes(of([], { background: '/art/ground.svg' }), coarse)).toEqual([]);
  expect(await codes(of([], { background: '/art/ground.svg' }), gone)).toEqual([
    [BACKGROUND, 'missing_picture'],
  ]);
});

test('what is hidden is not looked at', async () => {
  expect(await codes(of([textBlock('Ada', { ...place, color: '#ffffff', hidden: true })]))).toEqual([]);
});
