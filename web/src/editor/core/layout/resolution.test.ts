import { expect, test } from 'vitest';
import { printedDpi } from './resolution';

const frame = { x: 0, y: 0, width: 192, height: 96 };

test.each([
  ['contain', { width: 400, height: 200 }, 200],
  ['contain', { width: 300, height: 300 }, 300],
  ['cover', { width: 300, height: 300 }, 150],
  ['fill', { width: 400, height: 100 }, 100],
] as const)('%s of a picture of %o prints at %i dpi', (fit, picture, dpi) => {
  expect(printedDpi(picture, frame, fit)).toBe(dpi);
});
