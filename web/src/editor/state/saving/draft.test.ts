import { beforeEach, expect, test } from 'vitest';
import { boxAt, sheetOf } from '../../testing/sheet';
import { moveBlocks } from '../editing/place';
import { dropDraft, findDraft, keepDraft } from './draft';

const saved = sheetOf(boxAt(1, 1));
const changed = moveBlocks(saved, [0], 5, 0);

beforeEach(() => localStorage.clear());

test('unsaved work is found again under its key only', () => {
  keepDraft('1.2.3', changed, 4);
  expect(findDraft('1.2.3', saved)).toMatchObject({ version: 4, sheet: changed });
  expect(findDraft('9.2.3', saved)).toBeUndefined();
  dropDraft('1.2.3');
  expect(findDraft('1.2.3', saved)).toBeUndefined();
});

test('work that is the same as what is saved is not offered, and neither is rubbish', () => {
  keepDraft('1.2.3', saved, 4);
  expect(findDraft('1.2.3', saved)).toBeUndefined();
  localStorage.setItem('laurel.draft.1.2.3', '{"sheet":{}}');
  expect(findDraft('1.2.3', saved)).toBeUndefined();
});
