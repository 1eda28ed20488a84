import { describe, expect, test } from 'vitest';
import { boxAt, sheetOf } from '../../testing/sheet';
import { centred, fitPage, kept, pan, toPage, zoomAt, zoomStep } from './camera';
import { distancesAround } from './gaps';
import { dragHandle, handleAt } from './handles';
import { between, blocksAt, blocksIn } from './hit';
import { snapEdges, snapLines, snapMove } from './snap';

const page = { width: 1000, height: 800 };
const reach = { x: 1, y: 1 };

describe('the camera', () => {
  test('fits the page into the window, at whole px', () => {
    const camera = fitPage(page, { width: 1097, height: 697 });
    expect(camera.zoom).toBeCloseTo(601 / 800);
    expect(Number.isInteger(camera.x) && Number.isInteger(camera.y)).toBe(true);
  });

  test('zooming keeps the point under the pointer', () => {
    const before = centred(page, { width: 1200, height: 900 }, 1);
    const at = { x: 300, y: 200 };
    const after = zoomAt(before, 2, at);
    expect(toPage(at, after, page).x).toBeCloseTo(toPage(at, before, page).x, 0);
  });

  test('however far it is moved, a part of the page stays in the window', () => {
    const view = { width: 1200, height: 900 };
    for (const [dx, dy] of [
      [5000, 5000],
      [-5000, -5000],
    ] as const) {
      const { x, y } = kept(pan(centred(page, view, 1), dx, dy), page, view);
      expect(Math.min(x + page.width, view.width) - Math.max(x, 0)).toBeGreaterThanOrEqual(96);
      expect(Math.min(y + page.height, view.height) - Math.max(y, 0)).toBeGreaterThanOrEqual(96);
    }
  });

  test('a page that is in the window is left where it is', () => {
    const camera = centred(page, { width: 1200, height: 900 }, 1);
    expect(kept(camera, page, { width: 1200, height: 900 })).toEqual(camera);
  });

  test.each([
    [1, 1, 1.25],
    [1, -1, 0.75],
    [0.83, 1, 1],
    [8, 1, 8],
  ] as const)('from %f in direction %i the next zoom is %f', (zoom, direction, expected) => {
    expect(zoomStep(zoom, direction)).toBe(expected);
  });
});

describe('handles', () => {
  const frame = { left: 10, top: 10, width: 20, height: 10 };
  const smallest = { width: 2, height: 2 };

  test('are found near their points', () => {
    expect(handleAt({ x: 30.5, y: 20 }, frame, reach)).toBe('se');
    expect(handleAt({ x: 20, y: 15 }, frame, reach)).toBeUndefined();
  });

  test.each([
    ['se', { x: 5, y: 5 }, false, { left: 10, top: 10, width: 25, height: 15 }],
    ['w', { x: 5, y: 5 }, false, { left: 15, top: 10, width: 15, height: 10 }],
    ['nw', { x: 50, y: 50 }, false, { left: 28, top: 18, width: 2, height: 2 }],
    ['se', { x: 20, y: 0 }, true, { left: 10, top: 10, width: 40, height: 20 }],
  ] as const)('%s dragged by %o, keeping the shape: %s', (handle, by, keepShape, expected) => {
    expect(dragHandle(frame, handle, by, { smallest, keepShape, fromCentre: false })).toEqual(expected);
  });

  test.each([
    ['e', { x: 5, y: 0 }, false, { left: 5, top: 10, width: 30, height: 10 }],
    ['nw', { x: 50, y: 50 }, false, { left: 19, top: 14, width: 2, height: 2 }],
    ['se', { x: 10, y: 0 }, true, { left: 0, top: 5, width: 40, height: 20 }],
  ] as const)(
    '%s dragged by %o from the centre, keeping the shape: %s',
    (handle, by, keepShape, expected) => {
      expect(dragHandle(frame, handle, by, { smallest, keepShape, fromCentre: true })).toEqual(expected);
    },
  );
});

describe('snapping', () => {
  const lines = snapLines([{ left: 20, top: 20, width: 10, height: 10 }], {
    x: [0, 50, 100],
    y: [0, 50, 100],
  });

  test('draws a frame to the middle of the page', () => {
    const { by, guides } = snapMove({ left: 44.4, top: 70, width: 10, height: 5 }, lines, reach);
    expect(by.x).toBeCloseTo(0.6);
    expect(by.y).toBe(0);
    expect(guides).toEqual([{ axis: 'x', at: 50 }]);
  });

  test('draws an edge to another block and leaves the other axis alone', () => {
    const { by, guides } = snapEdges({ x: 29.5 }, lines, reach);
    expect(by).toEqual({ x: 0.5, y: 0 });
    expect(guides).toEqual([{ axis: 'x', at: 30 }]);
  });

  const at = (left: number, width = 10) => ({ left, top: 10, width, height: 10 });

  test.each([
    ['between two others', [at(0), at(50)], 25.3, 25],
    ['after two others', [at(0), at(15)], 29.6, 30],
    ['before two others', [at(60), at(85)], 35.4, 35],
  ] as const)('draws a frame to equal gaps %s, and shows them', (_, others, left, place) => {
    const { by, gaps } = snapMove({ ...at(left), top: 12 }, snapLines(others, { x: [], y: [] }), reach);
    expect(left + by.x).toBeCloseTo(place);
    const [first, second] = gaps.filter(({ axis }) => axis === 'x').map(({ from, to }) => to - from);
    expect(first).toBeCloseTo(second ?? Number.NaN);
  });

  test('what stands in another row has no gap to it', () => {
    const above = { left: 0, top: 80, width: 10, height: 10 };
    const { gaps } = snapMove(at(25), snapLines([above, at(50)], { x: [], y: [] }), reach);
    expect(gaps).toEqual([]);
  });

  test('distances go to what stands beside, and else to the edge of the page', () => {
    expect(distancesAround(at(30), [at(0), at(60)])).toEqual([
      { axis: 'x', from: 10, to: 30, across: 15 },
      { axis: 'x', from: 40, to: 60, across: 15 },
      { axis: 'y', from: 0, to: 10, across: 35 },
      { axis: 'y', from: 20, to: 100, across: 35 },
    ]);
  });

  test('leaves what is out of reach', () => {
    expect(snapMove({ left: 5, top: 70, width: 3, height: 3 }, lines, reach).guides).toEqual([]);
  });
});

describe('what lies under the pointer', () => {
  const filled = { ...boxAt(10, 10, 20, 20), fill: '#ffffff' } as const;
  const { design } = sheetOf(filled, boxAt(0, 0, 100, 100), { ...boxAt(12, 12), hidden: true });

  test('is the front block first, and through the empty middle of a frame what it surrounds', () => {
    expect(blocksAt(design.blocks, { x: 15, y: 15 }, reach)).toEqual([0]);
    expect(blocksAt(design.blocks, { x: 0.5, y: 50 }, reach)).toEqual([1]);
  });

  test('a marquee takes all it touches', () => {
    expect(blocksIn(design.blocks, between({ x: 35, y: 35 }, { x: 25, y: 25 }))).toEqual([0, 1]);
  });
});
