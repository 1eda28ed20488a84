import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { HexColor } from '../../core/document/types';
import { contrastRatio } from '../../core/primitives/color';
import { sheetOf } from '../../testing/sheet';
import { show } from '../../testing/show';
import { Contrast } from './Contrast';

afterEach(cleanup);

/** Greys on white, to either side of the thresholds. */
test.each([
  ['#707070', 4.95, /may not scan/],
  ['#6f6f6f', 5.02, /most scanners will read/],
  ['#434343', 9.89, /most scanners will read/],
  ['#424242', 10.05, /guaranteed to scan/],
] as const)('a code of %s on white has the contrast %f and says: %s', (ink, about, words) => {
  expect(contrastRatio(ink as HexColor, '#ffffff')).toBeCloseTo(about, 1);
  show(sheetOf(), <Contrast a={ink} b="#ffffff" subject="qr" />);
  expect(screen.getByRole('status').textContent).toMatch(words);
});
