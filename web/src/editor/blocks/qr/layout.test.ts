// @vitest-environment node
import { correction, generate, mode } from 'lean-qr';
import { expect, test } from 'vitest';
import { newDesign } from '../../model/defaults';
import { newQrBlock } from './block';
import { layoutQr, qrPath } from './layout';

const frame = { x: 100, y: 50, width: 200, height: 120 };
const block = {
  ...newQrBlock('hello', newDesign()),
  background_color: '#fefefe',
  foreground_color: '#010101',
} as const;

test('runs of dark modules are one box each', () => {
  expect(qrPath({ size: 3, get: (x, y) => ['110', '001', '000'][y]?.[x] === '1' }, 10, 20, 5)).toBe(
    'M10 20h10v5h-10zM20 25h5v5h-5z',
  );
});

test('the code is a square in the middle of its frame, in the colours of its block', () => {
  const [background, code] = layoutQr(block, 'hello', frame) ?? [];
  expect(background).toEqual({ kind: 'rect', x: 140, y: 50, width: 120, height: 120, fill: '#fefefe' });
  expect(code).toMatchObject({ kind: 'path', fill: '#010101' });
});

test('four modules around the code stay empty', () => {
  const [, code] = layoutQr(block, 'hello', frame) ?? [];
  const { size } = generate(mode.auto('hello'), { minCorrectionLevel: correction.M });
  const step = 120 / (size + 8);
  const d = code?.kind === 'path' ? code.d : '';
  const starts = [...d.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(Math.min(...starts.map(([x]) => x))).toBeCloseTo(140 + 4 * step, 2);
  expect(Math.min(...starts.map(([, y]) => y))).toBeCloseTo(50 + 4 * step, 2);
});

test.each(['', '   ', 'x'.repeat(4000)])('a content that is no code gives nothing', (content) => {
  expect(layoutQr(block, content, frame)).toBeNull();
});
