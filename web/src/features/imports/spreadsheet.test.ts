import { expect, it } from 'vitest';
import { MAX_BYTES, refusalOf } from './spreadsheet';

it.each([
  ['people.csv', 1, null],
  ['PEOPLE.XLSX', MAX_BYTES, null],
  ['people.xls', MAX_BYTES + 1, 'tooLarge'],
  ['people.txt', 0, 'empty'],
  ['people.numbers', 10, 'type'],
  ['csv', 10, 'type'],
] as const)('%s of %i bytes: %s', (name, size, refusal) => {
  expect(refusalOf({ name, size })).toBe(refusal);
});
