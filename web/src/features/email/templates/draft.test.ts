import { expect, test } from 'vitest';
import type { Block } from './api';
import { begin, copyOf, type Draft, moved, newBlock, reduce } from './draft';

const draft = (name: string) => ({ name }) as Draft;
const named = (name: string, about = '', at = 0) =>
  ({ kind: 'change', draft: () => draft(name), about, at }) as const;

test('typing on in one field is one step of undo', () => {
  let history = begin(draft('a'));
  history = reduce(history, named('b', 'name', 100));
  history = reduce(history, named('c', 'name', 500));
  history = reduce(history, named('d', 'subject', 600));
  history = reduce(history, named('e', 'subject', 5_000));
  const names = [];
  for (let left = history.past.length; left > 0; left--) {
    history = reduce(history, { kind: 'undo' });
    names.push(history.now.name);
  }
  expect(names).toEqual(['d', 'c', 'a']);
  history = reduce(reduce(history, { kind: 'redo' }), named('z'));
  expect(history.now.name).toBe('z');
  expect(history.future).toEqual([]);
});

test('a copy of columns shares no identifier with them', () => {
  const columns = newBlock('columns', '[credential.url]');
  const ids = (block: Block): string[] => [block.id, ...(block.columns ?? []).flat().flatMap(ids)];
  expect(new Set([...ids(columns), ...ids(copyOf(columns))]).size).toBe(6);
});

test('blocks move over others', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
