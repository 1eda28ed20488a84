import { expect, it } from 'vitest';
import { difference } from './difference';

const marked = (from: string, to: string) => {
  const { before, after } = difference(from, to);
  const write = (pieces: typeof before) =>
    pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
  return [write(before), write(after)];
};

it.each([
  ['Ada Lovelase', 'Ada Lovelace', 'Ada Lovela[s]e', 'Ada Lovela[c]e'],
  ['Ada', 'Ada King', 'Ada', 'Ada[ King]'],
  ['Ada King', 'Ada', 'Ada[ King]', 'Ada'],
  ['Zoe', 'Zoe\u0308', 'Zo[e]', 'Zo[e\u0308]'],
  ['Ada', 'Ada', 'Ada', 'Ada'],
  ['', 'Ada', '', '[Ada]'],
])('marks what differs between %s and %s', (from, to, before, after) => {
  expect(marked(from, to)).toEqual([before, after]);
});
