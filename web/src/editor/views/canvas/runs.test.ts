import { expect, test } from 'vitest';
import { boxAt, sheetOf } from '../../testing/sheet';
import { keepPainted } from './keepPainted';
import { changedBlocks, runsOf } from './runs';

const { blocks } = sheetOf(boxAt(0, 0), boxAt(1, 1), boxAt(2, 2), boxAt(3, 3)).design;
const moved = blocks.map((block, index) => (index === 2 ? { ...block, left: '50%' as const } : block));

test('what moves is by itself, and what stands still around it together', () => {
  const runs = runsOf(moved, new Set(changedBlocks(blocks, moved)));
  expect(runs.map((run) => run.blocks.length)).toEqual([2, 1, 1]);
  expect(runs.map((run) => run.still)).toEqual([true, false, true]);
});

test('runs that stand still are the same objects from one move to the next', () => {
  const first = runsOf(blocks, new Set([2]));
  const next = runsOf(moved, new Set([2]), first);
  expect([next[0] === first[0], next[1] === first[1], next[2] === first[2]]).toEqual([true, false, true]);
});

test('another page has no block that moved', () => {
  expect(
    changedBlocks(
      blocks,
      blocks.map((block) => ({ ...block })),
    ),
  ).toEqual([]);
});

test('a painting paints itself at each new place and zoom, and is copied at the same one', () => {
  let [painted, copied] = [0, 0];
  const kept = keepPainted(() => {
    painted++;
  });
  const context = (zoom: number) =>
    ({
      canvas: { width: 10, height: 10 },
      getTransform: () => `matrix(${zoom})`,
      save: () => undefined,
      restore: () => undefined,
      resetTransform: () => undefined,
      drawImage: () => {
        copied++;
      },
    }) as unknown as CanvasRenderingContext2D;
  for (const zoom of [1, 2, 2, 2, 1]) kept(context(zoom));
  expect([painted, copied]).toEqual([3, 2]);
});
