import { expect, test } from 'vitest';
import { newTextBlock } from '../blocks/text/block';
import { readPasted, writeBlocks } from './clipboard';

test('blocks come back from the clipboard as they were, with their words for other programs', () => {
  const clipboard = new DataTransfer();
  const copies = { blocks: [newTextBlock('Well done')], groups: [{ id: 'g1', name: 'Words' }] };
  writeBlocks(clipboard, copies);
  expect(readPasted(clipboard)).toEqual({ kind: 'blocks', copies });
  expect(clipboard.getData('text/plain')).toBe('Well done');
});

test('words from elsewhere are words', () => {
  const clipboard = new DataTransfer();
  clipboard.setData('text/plain', ' Dear all ');
  expect(readPasted(clipboard)).toEqual({ kind: 'words', text: 'Dear all' });
});

test.each([
  'not json',
  '[]',
  '{"blocks":[{"kind":"text"}]}',
  '{"blocks":[{"kind":"bomb","top":"1%"}]}',
  '{}',
])('%s is no block', (data) => {
  const clipboard = new DataTransfer();
  clipboard.setData('application/x-laurel-blocks+json', data);
  expect(readPasted(clipboard)).toBeUndefined();
});
