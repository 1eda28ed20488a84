import { expect, test } from 'vitest';
import { sheetOf } from '../../testing/sheet';
import { newQrBlock } from '../blocks/qr/block';
import { newTextBlock } from '../blocks/text/block';
import { newDesign } from './defaults';
import { usedTags } from './usedTags';

test('tags are found in words and codes, each with all blocks that use it', () => {
  const { blocks } = sheetOf(
    newTextBlock('[recipient.name], [recipient.name]'),
    newQrBlock('[credential.url]', newDesign()),
    newTextBlock('Dear [recipient.name] of [custom.gone]'),
  ).design;
  expect([...usedTags(blocks)]).toEqual([
    ['recipient.name', [0, 2]],
    ['credential.url', [1]],
    ['custom.gone', [2]],
  ]);
});
