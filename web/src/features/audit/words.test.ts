import { expect, test } from 'vitest';
import { changesOf } from './words';

test('changes are shown with the values before and after, and those of a new object by field', () => {
  expect(
    changesOf({ grade: { before: '', after: '90' }, name: { after: 'Ada' }, reason: 'typo', meta: { a: 1 } }),
  ).toEqual({
    changes: [
      { field: 'grade', before: '', after: '90' },
      { field: 'name', before: undefined, after: 'Ada' },
    ],
    rest: [
      ['reason', 'typo'],
      ['meta', { a: 1 }],
    ],
  });
  expect(changesOf({ values: { state: 'draft', 'recipient.name': 'Ada' } })).toEqual({
    changes: [],
    rest: [
      ['state', 'draft'],
      ['recipient.name', 'Ada'],
    ],
  });
});
