import { expect, test } from 'vitest';
import { toCSV } from './csv';

test('cells are quoted where needed and never run as formulas', async () => {
  const blob = toCSV([
    ['Group', 'Issued'],
    ['Weaving, "basics"', 12],
    ['=1+1', null],
  ]);
  expect([...new Uint8Array(await blob.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  expect((await blob.text()).replace('\ufeff', '')).toBe(
    'Group,Issued\r\n"Weaving, ""basics""",12\r\n\'=1+1,\r\n',
  );
});
