import { expect, test } from 'vitest';
import type { EvidenceItem } from './api';
import { plain } from './content';
import { daysBetween, inputOf, valuesOf } from './values';

const item = (fields: Partial<EvidenceItem>): EvidenceItem => ({
  id: 1,
  uuid: '3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16',
  title: 'Exam',
  description: 'Exam',
  narrative: '',
  link_url: null,
  preview_image_url: null,
  type: null,
  category: null,
  supplemental: false,
  string_object: null,
  position: 0,
  hidden: false,
  visibility: 'public',
  state: 'accepted',
  rejection_reason: '',
  scan_state: 'clean',
  file: null,
  created_at: '2026-01-05T00:00:00Z',
  updated_at: '2026-01-05T00:00:00Z',
  submitted_at: null,
  ...fields,
});
const said = { description: 'Exam', narrative: '', visibility: 'public' };

test.each<[string, Partial<EvidenceItem>, object]>([
  ['a grade', { category: 'grade', string_object: { grade: 90 } }, { string_object: 90 }],
  [
    'a transcript',
    { category: 'transcript', string_object: '[{"category":"Looms","percent":75,"weight":2}]' },
    { string_object: [{ category: 'Looms', percent: '75', weight: '2' }] },
  ],
  [
    'the time of a course',
    {
      category: 'course_duration',
      string_object: '{"start_date":"2026-01-05","end_date":"2026-01-09","duration_in_days":5}',
    },
    { string_object: { start_date: '2026-01-05', end_date: '2026-01-09', duration_in_days: '5' } },
  ],
  ['a text', { string_object: '<p>On looms</p>' }, { string_object: '<p>On looms</p>' }],
  ['a link', { category: 'url', link_url: 'https://example.org/' }, { url: 'https://example.org/' }],
  [
    'a file elsewhere',
    { category: 'file', link_url: 'https://example.org/a.pdf' },
    { url: 'https://example.org/a.pdf' },
  ],
  [
    'a file of ours, which stays',
    {
      category: 'file',
      link_url: '/v1/x',
      file: { name: 'a.pdf', size: 1, content_type: 'application/pdf', url: null },
    },
    {},
  ],
])('editing %s without a change says what was there', (_, fields, want) => {
  const before = item(fields);
  expect(inputOf(valuesOf(before), before)).toEqual({ ...said, ...want });
});

test('new items tell their category, and rows without a word are left out', () => {
  const values = { ...valuesOf(), category: 'transcript' as const };
  expect(inputOf(values)).toEqual({
    description: '',
    narrative: '',
    visibility: 'public',
    category: 'transcript',
    string_object: [],
  });
  expect(inputOf({ ...values, category: 'text', text: 'x' })).toMatchObject({
    category: '',
    string_object: 'x',
  });
});

test('days are counted with both ends', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe('3');
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe('');
  expect(daysBetween('', '2026-03-28')).toBe('');
});

test('a text that holds HTML is shown as words', () => {
  expect(plain('a < b')).toBe('a < b');
  expect(plain('<p>On <b>looms</b></p>')).toBe('On looms');
});
