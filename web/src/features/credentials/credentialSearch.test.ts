import { expect, test } from 'vitest';
import { matchingOf, searchOf } from './credentialSearch';

const place = { page: 3, pageSize: 50, sort: '-id', query: '', cursor: '', filters: {} };

test('each filter of the address goes to the server as what it is', () => {
  const filters = {
    state: 'draft,expired',
    group_id: '7',
    private: 'false',
    grade_from: '90.5',
    start_date: '2026-01-01',
    attribute: 'score',
    attribute_value: '12',
  };
  expect(matchingOf({ ...place, query: 'ana', filters })).toEqual({
    query: 'ana',
    state: 'draft,expired',
    group_id: 7,
    private: false,
    grade_from: 90.5,
    start_date: '2026-01-01',
    attribute: 'score',
    attribute_value: '12',
  });
});

test('what is no number is left out, and a page of a group stays in it', () => {
  expect(matchingOf({ ...place, filters: { grade_to: 'x', group_id: '8' } }, 7)).toEqual({ group_id: 7 });
});

test('a cursor takes the place of the number of the page', () => {
  expect(searchOf(place)).toEqual({ page: 3, page_size: 50, sort: '-id' });
  expect(searchOf({ ...place, cursor: 'abc' })).toEqual({ cursor: 'abc', page_size: 50, sort: '-id' });
});
