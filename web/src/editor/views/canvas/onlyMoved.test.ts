import { expect, test } from 'vitest';
import type { DesignDocument } from '../../core/document/types';
import { onlyMoved } from './onlyMoved';

const design: DesignDocument = {
  kind: 'certificate',
  size: 'a4',
  orientation: 'landscape',
  blocks: [
    { kind: 'text', model: 'Ada', top: '10%', left: '10%', image_width: '50%', image_height: '10%' },
    { kind: 'line', top: '50%', left: '10%', image_width: '50%', image_height: '1%' },
  ],
};
const [text, line] = design.blocks as [DesignDocument['blocks'][0], DesignDocument['blocks'][0]];

test('another place or size is only a move', () => {
  expect(onlyMoved(design, { ...design, blocks: [{ ...text, top: '20%', image_width: '9%' }, line] })).toBe(
    true,
  );
});

test.each([
  { ...design, blocks: [{ ...text, model: 'Grace' }, line] },
  { ...design, blocks: [{ ...text, hidden: true }, line] },
  { ...design, blocks: [line, text] },
  { ...design, blocks: [text] },
  { ...design, language: 'de' },
] as DesignDocument[])('anything else is not (%#)', (changed) => {
  expect(onlyMoved(design, changed)).toBe(false);
});
