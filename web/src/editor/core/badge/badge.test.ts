import { expect, test } from 'vitest';
import { createEditorStore } from '../../state/editing/store';
import { acceptsDesign } from '../../testing/schema';
import { newDesign } from '../document/defaults';
import { openSheet } from '../document/sheet';
import { frameOf } from '../geometry/frames';
import { contrastRatio } from '../primitives/color';
import { recipeOf, withBadge } from './compose';
import { PALETTE_NAMES, PALETTES } from './palettes';
import { ARRANGEMENTS, chance, SHAPE_NAMES } from './recipe';

const nameOf = (symbol: string) => symbol;
const sheet = () => openSheet('Badge', newDesign('badge'));

test('the same seed makes the same badge, and many seeds make many', () => {
  expect(chance(7)).toEqual(chance(7));
  const badges = new Set(Array.from({ length: 300 }, (_, seed) => JSON.stringify(chance(seed))));
  expect(badges.size).toBeGreaterThan(280);
});

test('one part changes, to another one, and the others stay', () => {
  const before = chance(1);
  const after = chance(2, before, ['shape', 'icon', 'arrangement']);
  expect({ ...after, palette: before.palette }).toEqual(before);
  expect(after.palette).not.toBe(before.palette);
});

test.each(PALETTE_NAMES)('words in the colours of %s are easy to read', (name) => {
  const { field, ink, ribbon, ribbonInk } = PALETTES[name];
  expect(contrastRatio(field, ink)).toBeGreaterThanOrEqual(4.5);
  expect(contrastRatio(ribbon, ribbonInk)).toBeGreaterThanOrEqual(4.5);
});

const everyBadge = SHAPE_NAMES.flatMap((shape) =>
  ARRANGEMENTS.map((arrangement) => ({ shape, arrangement, palette: 'navy', icon: 'cap' }) as const),
);

test.each(everyBadge)('a $shape, $arrangement, is a whole document with all of it on the page', (recipe) => {
  const { design } = withBadge(sheet(), recipe, nameOf);
  expect(acceptsDesign(design)).toBe(true);
  for (const { left, top, width, height } of design.blocks.map(frameOf)) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(100);
  }
});

test('a badge is one step; undone, the one before can be changed by its parts again', () => {
  const store = createEditorStore(sheet(), 1);
  const [first, second] = [chance(1), chance(2)];
  store.getState().change('badge', (before) => withBadge(before, first, nameOf));
  store.getState().change('badge', (before) => withBadge(before, second, nameOf));
  expect(recipeOf(store.getState().sheet)).toEqual(second);
  store.getState().undo();
  expect(recipeOf(store.getState().sheet)).toEqual(first);
  store.getState().undo();
  expect(recipeOf(store.getState().sheet)).toBeUndefined();
  expect(store.getState().sheet.design.blocks).toEqual([]);
});
