import { expect, test } from 'vitest';
import { flatten, type Texts } from './coverage';
import english from './english';

const files = import.meta.glob<Texts>('../../../locales/de/*.json', { import: 'default', eager: true });
const german = Object.assign({}, ...Object.values(files).map((texts) => flatten(texts))) as Record<
  string,
  string
>;

test('evidence is a Beleg in German, a credential a Nachweis: never one word for both', () => {
  const confused = Object.entries(flatten(english))
    .filter(([, words]) => /evidence/i.test(words) && !/credential/i.test(words))
    .filter(([key]) => /nachweis/i.test(german[key] ?? ''))
    .map(([key]) => key);
  expect(confused).toEqual([]);
});
