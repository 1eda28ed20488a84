import { expect, test } from 'vitest';
import type { DisplayGroup } from '../editor/core/layout/display';
import { changedAreas, coveringTiles, paintedGroups } from './changes';

const context = {} as CanvasRenderingContext2D; // measures texts, of which there are none here
const box = (blockIndex: number, x: number, fill = 'red'): DisplayGroup => ({
  blockIndex,
  role: 'decoration',
  items: [{ kind: 'rect', x, y: 10, width: 20, height: 20, fill }],
});
const code = (dark: boolean): DisplayGroup => ({
  blockIndex: 5,
  role: 'figure',
  items: [
    {
      kind: 'code',
      modules: { size: 3, get: (x: number) => dark && x < 3 },
      x: 0,
      y: 0,
      step: 2,
      fill: 'black',
    },
  ],
});

test('areas of groups that moved, came, went or have another code are changed', () => {
  const before = paintedGroups([box(0, 0), box(1, 50), box(2, 90), code(true)]);
  const after = paintedGroups([box(0, 0), box(1, 60), box(3, 200), code(false)], before);
  expect(after[0]).toBe(before[0]);
  const areas = changedAreas(context, before, after);
  expect(areas?.map(({ x }) => x)).toEqual([50, 90, 0, 60, 200, 0]);
});

test('equal pages have no changed areas', () => {
  const before = paintedGroups([box(0, 0), code(true)]);
  expect(changedAreas(context, before, paintedGroups([box(0, 0), code(true)], before))).toEqual([]);
});

test('the area of a changed path is unknown', () => {
  const path = (d: string): DisplayGroup => ({
    blockIndex: 1,
    role: 'decoration',
    items: [{ kind: 'path', d, fill: 'red' }],
  });
  const before = paintedGroups([path('M0 0h1')]);
  expect(changedAreas(context, before, paintedGroups([path('M0 0h2')], before))).toBeNull();
});

test('tiles cover areas with their smoothed edges, within the picture, and overlapping ones are merged', () => {
  const grid = { width: 200, height: 100, tile: { width: 40, height: 16 } };
  const viewBox = { x: -10, y: 0, width: 100, height: 50 }; // two px of the picture for one of the page
  const area = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
  expect(coveringTiles([area(11, 9, 5, 5)], viewBox, grid)).toEqual([area(1, 1, 1, 1)]);
  expect(coveringTiles([area(10, 8, 5, 5)], viewBox, grid)).toEqual([area(0, 0, 2, 2)]);
  expect(coveringTiles([area(80, 45, 90, 90), area(-90, -90, 10, 10)], viewBox, grid)).toEqual([
    area(4, 5, 1, 2),
  ]);
  expect(coveringTiles([area(-8, 2, 2, 2), area(52, 2, 2, 2), area(-8, 2, 62, 2)], viewBox, grid)).toEqual([
    area(0, 0, 4, 1),
  ]);
});
