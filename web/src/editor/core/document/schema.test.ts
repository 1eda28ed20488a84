import { expect, test } from 'vitest';
import { acceptsDesign } from '../../testing/schema';
import { KIND_NAMES, kindOf } from '../blocks';
import { newImageBlock } from '../blocks/image/block';
import { newImageAttributeBlock } from '../blocks/image-attribute/block';
import { newSymbolBlock } from '../blocks/symbol/block';
import { newTextBlock } from '../blocks/text/block';
import { newDesign } from './defaults';
import type { DesignDocument } from './types';

const templates = import.meta.glob<{ document: DesignDocument }>(
  '../../../../../internal/design/designs/templates/*.json',
  { eager: true, import: 'default' },
);

const everyKind: DesignDocument = {
  ...newDesign(),
  blocks: [
    newTextBlock('This certifies that [recipient.name]'),
    newImageBlock('https://example.org/seal.png'),
    newImageAttributeBlock('issuer.logo', { width: 100, height: 100 }, newDesign()),
    newSymbolBlock('cap', newDesign()),
    ...KIND_NAMES.flatMap((kind) => kindOf({ kind }).create?.(newDesign()) ?? []),
  ],
};

test('the schema accepts a new block of every kind', () => {
  expect(everyKind.blocks.map(({ kind }) => kind).sort()).toEqual(KIND_NAMES.toSorted());
  expect(acceptsDesign(everyKind)).toBe(true);
  for (const block of everyKind.blocks) {
    expect(acceptsDesign({ ...newDesign(), blocks: [block] }), block.kind).toBe(true);
  }
});

test.each(['certificate', 'badge'] as const)('the schema accepts an empty %s', (kind) => {
  expect(acceptsDesign(newDesign(kind))).toBe(true);
});

test.each([
  ['an unknown kind', { kind: 'video' }],
  ['a size that is no percent', { top: '10px' }],
  ['a percent with five decimals', { left: '1.00001%' }],
  ['a font size of nothing', { font_size: 0 }],
  ['a colour by name', { color: 'red' }],
])('the schema refuses a block with %s', (_, fault) => {
  expect(acceptsDesign({ ...newDesign(), blocks: [{ ...newTextBlock('x'), ...fault }] })).toBe(false);
});

test.each(Object.entries(templates))('the schema accepts %s', (_, template) => {
  expect(acceptsDesign(template.document)).toBe(true);
});
