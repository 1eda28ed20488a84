import { expect, test } from 'vitest';
import { fitPicture, layoutImage } from './image';

const frame = { x: 10, y: 20, width: 100, height: 100 };
const picture = { href: 'blob:wide', width: 400, height: 200 };

test.each([
  ['contain', { x: 10, y: 45, width: 100, height: 50 }],
  ['cover', { x: -40, y: 20, width: 200, height: 100 }],
  ['fill', frame],
] as const)('a wide picture in a square frame: %s', (fit, expected) => {
  expect(fitPicture(picture, frame, fit)).toEqual(expected);
});

test('only a covering picture is cut, at its frame', () => {
  expect(layoutImage(picture, frame, 'cover', '').clip).toEqual(frame);
  const contained = layoutImage(picture, frame, 'contain', '');
  expect(contained.clip).toBe(contained.draw);
});
