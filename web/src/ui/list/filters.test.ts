import { expect, test } from 'vitest';
import { type ChoiceFilter, isOn, nothingOf, type RangeFilter, toggled } from './filters';

const states: ChoiceFilter = {
  kind: 'choice',
  name: 'state',
  label: 'State',
  several: true,
  options: ['draft', 'published', 'expired'].map((value) => ({ value, label: value })),
};
const issued: RangeFilter = {
  kind: 'range',
  type: 'date',
  name: 'issued',
  label: 'Issued',
  from: 'start_date',
  to: 'end_date',
};

test('several values stand in the order of the options, whatever was pressed first', () => {
  expect(toggled(states, undefined, 'expired')).toBe('expired');
  expect(toggled(states, 'expired', 'draft')).toBe('draft,expired');
  expect(toggled(states, 'draft,expired', 'expired')).toBe('draft');
  expect(toggled(states, 'draft', 'draft')).toBe('');
});

test('a value that is no option any more goes with the next change', () => {
  expect(toggled(states, 'lost,draft', 'published')).toBe('draft,published');
});

test('a range is on with one end, and both go together', () => {
  expect(isOn(issued, { end_date: '2026-01-01' })).toBe(true);
  expect(isOn(issued, { state: 'draft' })).toBe(false);
  expect(nothingOf(issued)).toEqual({ start_date: '', end_date: '' });
});
