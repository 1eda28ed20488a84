import { expect, test } from 'vitest';
import { readGuides, readRulers } from './guides';

test('guides come back as they were kept, and what is none is left out', () => {
  const kept = [
    { axis: 'x', at: 25 },
    { axis: 'z', at: 3 },
    { axis: 'y', at: 101 },
    null,
    { axis: 'y', at: 0 },
  ];
  expect(readGuides(JSON.stringify(kept))).toEqual([
    { axis: 'x', at: 25 },
    { axis: 'y', at: 0 },
  ]);
});

test.each([null, 'rubbish', '{}', 'null'])('%s means no guides and no choice', (text) => {
  expect(readGuides(text)).toEqual([]);
  expect(readRulers(text)).toEqual({});
});

test('a choice of unit is read, an unknown one is not', () => {
  expect(readRulers('{"unit":"in","shown":false}')).toEqual({ unit: 'in', shown: false });
  expect(readRulers('{"unit":"furlong"}')).toEqual({});
});
