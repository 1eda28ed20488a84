import { expect, test } from 'vitest';
import type { DisplayGroup, DisplayItem, DisplayPage } from '../editor/core/layout/display';
import { readPage } from './reading';

function line(text: string, x: number, y: number, more: Partial<DisplayItem> = {}): DisplayItem {
  const face = { families: ['Lora', 'serif'], weight: 400, italic: false };
  const place = { x, baseline: y + 10, width: 50, size: 10, blockIndex: 0, lineIndex: 0, wordSpacing: 0 };
  return { kind: 'line', text, face, dir: 'ltr', fill: '#000', ...place, ...more } as DisplayItem;
}

const group = (role: DisplayGroup['role'], ...items: DisplayItem[]): DisplayGroup => ({
  blockIndex: 0,
  role,
  items,
});
const page = (...groups: DisplayGroup[]): DisplayPage => ({
  viewBox: { x: 0, y: 0, width: 100, height: 100 },
  groups,
  warnings: [],
});
const area = { x: 5, y: 60, width: 10, height: 10 };
const seal: DisplayItem = { kind: 'image', href: 'x', alt: 'Seal', draw: area, clip: area };

const texts = (input: DisplayPage, dir: 'ltr' | 'rtl' = 'ltr') => {
  const { blocks, reading } = readPage(input, dir);
  return reading.map((index) => blocks[index]?.lines[0]?.text ?? blocks[index]?.role);
};

test('blocks are read from top to bottom and along a row, whatever lies above what', () => {
  const input = page(
    group('paragraph', line('left below', 0, 40)),
    group('figure', seal),
    group('paragraph', line('right below', 60, 42)),
    group('heading', line('title', 20, 5)),
  );
  expect(texts(input)).toEqual(['title', 'left below', 'right below', 'figure']);
  expect(texts(input, 'rtl')).toEqual(['title', 'right below', 'left below', 'figure']);
  expect(readPage(input, 'ltr').blocks.map(({ role }) => role)).toEqual([
    'paragraph',
    'figure',
    'paragraph',
    'heading',
  ]);
});

test('addresses are links where their line is', () => {
  const input = page(
    group(
      'paragraph',
      line('See https://laurel.example/abc?key=1, or ask', 10, 20),
      line('It goes on at https://laurel.example/lo', 10, 40),
      line('ng, and ends in (https://laurel.example/x)', 10, 60, { dir: 'rtl', x: 60 }),
    ),
    group('paragraph', line('http://[broken', 10, 80)),
  );
  expect(readPage(input, 'ltr').blocks.map(({ links }) => links)).toEqual([
    [
      { address: 'https://laurel.example/abc?key=1', left: 0.1, top: 0.2, width: 0.5, height: 0.125 },
      { address: 'https://laurel.example/x', left: 0.1, top: 0.6, width: 0.5, height: 0.125 },
    ],
    undefined,
  ]);
});

test('what is not read is left out', () => {
  const rect: DisplayItem = { kind: 'rect', x: 0, y: 0, width: 1, height: 1, fill: '#000' };
  const input = page(
    group('decoration', rect),
    group('paragraph', line('  ', 0, 0)),
    group('paragraph', rect, line('\u2068Ana\u2069', 0, 9)),
  );
  expect(readPage(input, 'ltr')).toEqual({
    blocks: [{ role: 'paragraph', lines: [{ text: 'Ana', rtl: false, families: ['Lora'] }] }],
    reading: [0],
  });
});

test('a font that is not bundled may bring any name', () => {
  const face = { families: ['Our own', 'Lora', 'serif'], weight: 400, italic: false };
  const { blocks } = readPage(page(group('heading', line('Ana', 0, 0, { face }))), 'ltr');
  expect(blocks[0]?.lines[0]?.families).toEqual([]);
});
