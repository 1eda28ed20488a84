// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { DesignDocument } from '../document/types';

const EDITOR = join(import.meta.dirname, '../..');
const VIEWS = join(EDITOR, 'views/blocks');
/** The files that may name the kind of these tests: those of its two folders, and its line. */
const OWN = /^(?:core\/blocks\/(?:rectangle\/|kinds\.ts$)|views\/blocks\/rectangle\/)/;

afterEach(() => vi.doUnmock('./kinds'));

/** The editor's layout and registry as they are with every kind but the rectangle. */
async function withoutRectangle() {
  vi.resetModules();
  vi.doMock('./kinds', async (original) => {
    const { rectangle: _, ...rest } = await original<typeof import('./kinds')>();
    return rest;
  });
  const [registry, { layBlocks, textBlock }] = await Promise.all([import('.'), import('../../testing/page')]);
  return { ...registry, layBlocks, textBlock };
}

test('a kind is two folders and one line: nothing else of the editor names the rectangle', () => {
  const files = readdirSync(EDITOR, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !/\.test\.tsx?$/.test(file.name))
    .map((file) => relative(EDITOR, join(file.parentPath, file.name)));
  // A comment may use the word for any other rectangle.
  const code = (file: string) =>
    readFileSync(join(EDITOR, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const naming = files.filter((file) => /rectangle/i.test(code(file)));
  expect(naming.filter((file) => OWN.test(file))).not.toEqual([]);
  expect(naming.filter((file) => !OWN.test(file))).toEqual([]);
});

test('every kind has a line, a folder in core and one in views', async () => {
  const { KIND_NAMES } = await import('.');
  const folders = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name.replaceAll('-', '_'))
      .sort();
  expect(folders(import.meta.dirname)).toEqual(KIND_NAMES.toSorted());
  expect(folders(VIEWS)).toEqual(KIND_NAMES.toSorted());
});

test('without its line only that kind is unknown: it keeps its place and paints nothing', async () => {
  const { KIND_NAMES: all } = await import('.');
  const { KIND_NAMES, isKind, kindOf, layBlocks, textBlock } = await withoutRectangle();
  expect(isKind('rectangle')).toBe(false);
  expect(KIND_NAMES).toEqual(all.filter((kind) => kind !== 'rectangle'));
  const frame = { top: '1%', left: '1%', image_width: '5%', image_height: '5%' } as const;
  const blocks: DesignDocument['blocks'] = [
    { kind: 'rectangle', ...frame, fill: '#ff0000' },
    { kind: 'ellipse', ...frame },
    textBlock('Here'),
  ];
  expect(layBlocks(blocks).groups.map(({ blockIndex }) => blockIndex)).toEqual([1, 2]);
  expect(
    kindOf({ kind: 'rectangle' }).smallest({ size: 'a4', orientation: 'portrait' }).width,
  ).toBeGreaterThan(0);
});
