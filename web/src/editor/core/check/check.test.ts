import { expect, test } from 'vitest';
import { stubMeasure } from '../../testing/measure';
import { textBlock } from '../../testing/page';
import { newDesign } from '../document/defaults';
import { bundledFonts } from '../fonts/registry';
import { flawsOf, partOf, runsFor } from './check';

const tools = { fonts: bundledFonts, measure: stubMeasure };
// 20 px letters are 10 px wide with the stub font: 105.6 px hold ten of them.
const narrow = { image_width: '10%', image_height: '4%' } as const;
const design = {
  ...newDesign(),
  background: '/art/none.svg',
  blocks: [
    textBlock('Certificate of a long achievement', { block_index: 0, ...narrow }),
    textBlock('[recipient.name]', { block_index: 1, ...narrow, scale_to_fit: true }),
    textBlock('[recipient.name]', { block_index: 2, ...narrow }),
    textBlock('[recipient.name]', { block_index: 3, ...narrow, hidden: true }),
  ],
};
const named = (value: string) => ({ 'recipient.name': { kind: 'text' as const, value } });

test('a name that fits has no flaw', () => {
  expect(flawsOf(partOf(design, true), named('Ada'), tools)).toEqual([]);
});

test('a long name shrinks where it may, and overflows where it may not', () => {
  expect(flawsOf(partOf(design, true), named('Maximiliane'), tools)).toEqual([
    { block: 1, code: 'shrunk' },
    { block: 2, code: 'overflow' },
  ]);
});

test('what is the same for everybody is looked at apart', () => {
  expect(partOf(design, true).blocks.map((block) => block.block_index)).toEqual([1, 2]);
  expect(flawsOf(partOf(design, false), undefined, tools)).toEqual([{ block: 0, code: 'overflow' }]);
});

test('fonts are asked for each letter of a face once', () => {
  const runs = runsFor(partOf(design, true), [named('Ada'), named('Dan')], bundledFonts);
  expect(runs).toHaveLength(1);
  expect([...(runs[0]?.text ?? '')].sort().join('')).toBe('ADadn');
});
