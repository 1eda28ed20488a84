import { expect, test } from 'vitest';
import type { EditorTemplate } from '../../state/ports/editor';
import { choicesOf, findTemplates } from './templateFilters';

const files = import.meta.glob<EditorTemplate>('../../../../../internal/design/designs/templates/*.json', {
  eager: true,
  import: 'default',
});
const all = Object.values(files);
const certificates = all.filter(({ document }) => document.kind === 'certificate');
const badges = all.filter(({ document }) => document.kind === 'badge');

test('there are certificates in every script, and every choice finds some', () => {
  expect(all.length).toBeGreaterThanOrEqual(40);
  expect(choicesOf(certificates, 'script').toSorted()).toEqual(
    ['arabic', 'cjk', 'cyrillic', 'devanagari', 'greek', 'hebrew', 'latin', 'thai'].toSorted(),
  );
  for (const script of choicesOf(certificates, 'script')) {
    expect(findTemplates(certificates, { text: '', script }).length, script).toBeGreaterThan(0);
  }
});

test('properties and words narrow the list together', () => {
  const found = findTemplates(certificates, { text: '', style: 'bold', size: 'a8', orientation: 'portrait' });
  expect(found.map(({ slug }) => slug)).toEqual(['pocket-pass']);
  expect(findTemplates(certificates, { text: 'pocket', style: 'classic' })).toEqual([]);
  expect(findTemplates(certificates, { text: 'PASS pock' })).toHaveLength(1);
});

test('there is nothing to choose where all are alike', () => {
  expect(choicesOf(badges, 'size')).toEqual([]);
  expect(choicesOf(badges, 'style').length).toBeGreaterThan(1);
});

test('every certificate shows the day of issue', () => {
  const without = certificates.filter(
    ({ document }) => !JSON.stringify(document).includes('[credential.issued_on]'),
  );
  expect(without.map(({ slug }) => slug)).toEqual([]);
});
