import { expect, test } from 'vitest';
import { differenceOf, highlighted, type Pixels } from './diff';

const WHITE = [255, 255, 255, 255] as const;

/** A white picture with some pixels in other colours. */
function picture(
  marks: readonly (readonly [x: number, y: number, colour: readonly number[]])[] = [],
): Pixels {
  const [width, height] = [64, 48];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) data.set(WHITE, pixel * 4);
  for (const [x, y, colour] of marks) data.set(colour, (y * width + x) * 4);
  return { width, height, data };
}

const BLACK = [0, 0, 0, 255] as const;

test('equal pictures do not differ', () => {
  expect(differenceOf(picture(), picture())).toMatchObject({ share: 0, areas: [] });
});

test('a difference that nobody sees is none', () => {
  expect(differenceOf(picture(), picture([[3, 3, [250, 252, 255, 255]]])).share).toBe(0);
});

test('what lies together is one place, what lies apart is another', () => {
  const changed = picture([
    [2, 2, BLACK],
    [20, 5, BLACK],
    [60, 47, BLACK],
  ]);
  const { share, areas, mask } = differenceOf(picture(), changed);
  expect(share).toBeCloseTo(3 / (64 * 48));
  expect(mask[2 * 64 + 2]).toBe(255);
  expect(areas).toEqual([
    { x: 0, y: 0, width: 32, height: 16 },
    { x: 48, y: 32, width: 16, height: 16 },
  ]);
});

test('changes stand out, and what stayed is pale and without colour', () => {
  const old = picture([[1, 0, [255, 0, 0, 255]]]);
  const now = picture([
    [0, 0, BLACK],
    [1, 0, [255, 0, 0, 255]],
  ]);
  const out = highlighted(now, differenceOf(old, now));
  const [red, green, blue] = out.slice(4, 7);
  expect([...out.slice(0, 4)]).toEqual([200, 0, 110, 255]);
  expect(red).toBe(green);
  expect(green).toBe(blue);
  expect(red).toBeGreaterThan(190);
});

test('a small change is only tinted', () => {
  const now = picture([[0, 0, [245, 245, 255, 255]]]);
  const [red = 0, green = 0] = highlighted(now, differenceOf(picture(), now));
  expect(green).toBeLessThan(red);
  expect(green).toBeGreaterThan(150);
});

test('what is transparent in the newer picture shows as paper', () => {
  const gone = picture([[0, 0, [0, 0, 0, 0]]]);
  expect(differenceOf(picture(), gone).share).toBeGreaterThan(0);
  expect([...highlighted(gone, differenceOf(gone, gone)).slice(0, 4)]).toEqual([255, 255, 255, 255]);
});
