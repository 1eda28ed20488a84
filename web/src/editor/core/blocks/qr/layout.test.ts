import encodeQR from 'qr';
import { expect, test } from 'vitest';
import { newDesign } from '../../document/defaults';
import { codePath } from '../../layout/code';
import { newQrBlock } from './block';
import { layoutQr } from './layout';

const frame = { x: 100, y: 50, width: 200, height: 120 };
const block = {
  ...newQrBlock('hello', newDesign()),
  background_color: '#fefefe',
  foreground_color: '#010101',
} as const;

test('runs of dark modules are one box each', () => {
  const modules = { size: 3, get: (x: number, y: number) => ['110', '001', '000'][y]?.[x] === '1' };
  expect(codePath({ modules, x: 10, y: 20, step: 5 })).toBe('M10 20h10v5h-10zM20 25h5v5h-5z');
});

test('the code is a square in the middle of its frame, in the colours of its block', () => {
  const [background, code] = layoutQr(block, 'hello', frame) ?? [];
  expect(background).toEqual({ kind: 'rect', x: 140, y: 50, width: 120, height: 120, fill: '#fefefe' });
  expect(code).toMatchObject({ kind: 'code', fill: '#010101' });
});

test('four modules around the code stay empty', () => {
  const [, code] = layoutQr(block, 'hello', frame) ?? [];
  const size = encodeQR('hello', 'raw', { ecc: 'medium', border: 1 }).length - 2;
  const step = 120 / (size + 8);
  const d = code?.kind === 'code' ? codePath(code) : '';
  const starts = [...d.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(Math.min(...starts.map(([x]) => x))).toBeCloseTo(140 + 4 * step, 2);
  expect(Math.min(...starts.map(([, y]) => y))).toBeCloseTo(50 + 4 * step, 2);
});

test.each(['', '   ', 'x'.repeat(4000)])('a content that is no code gives nothing', (content) => {
  expect(layoutQr(block, content, frame)).toBeNull();
});

test('more is corrected where the code grows no larger', () => {
  const path = (ecc: 'medium' | 'high', content: string) => {
    const rows = encodeQR(content, 'raw', { ecc, border: 1 });
    const modules = { size: rows.length - 2, get: (x: number, y: number) => rows[y + 1]?.[x + 1] ?? false };
    const step = 120 / (modules.size + 8);
    return codePath({ modules, x: 140 + 4 * step, y: 50 + 4 * step, step });
  };
  const drawn = (content: string) => {
    const code = layoutQr(block, content, frame)?.[1];
    return code?.kind === 'code' && codePath(code);
  };
  expect(drawn('hello')).toBe(path('high', 'hello'));
  const full = 'x'.repeat(26); // all that a code of version 2 holds with medium correction
  expect(drawn(full)).toBe(path('medium', full));
});
