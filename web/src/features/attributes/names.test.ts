import { describe, expect, it } from 'vitest';
import table from '../../../../internal/design/attributes/testdata/names.json';
import { keyOf, nameProblem } from './names';

interface Row {
  name: string;
  key?: string;
  error?: string;
  why: string;
}

const rows: Row[] = table;
const numbered = (key: string) => /^attribute_\d+$/.test(key);

describe('attribute names, by the table shared with the server', () => {
  it.each(rows.filter(({ error }) => error !== undefined))('refuses "$name": $why', ({ name, error }) => {
    expect(nameProblem(name)).toBe(error);
  });

  it.each(rows.filter(({ key }) => key !== undefined))('takes "$name": $why', ({ name, key = '' }) => {
    expect(nameProblem(name)).toBeNull();
    // A number is the server's to give.
    expect(keyOf(name)).toBe(numbered(key) ? '' : key);
  });
});
