import { expect, test } from 'vitest';
import german from '../../../locales/de.json';
import english from '../../../locales/en.json';

interface Texts {
  [key: string]: string | Texts;
}

function* texts(of: Texts, path = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(of)) {
    const place = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') yield [place, value];
    else yield* texts(value, place);
  }
}

test('evidence is a Beleg in German, a credential a Nachweis: never one word for both', () => {
  const translated = new Map(texts(german));
  const confused = [...texts(english)]
    .filter(([, words]) => /evidence/i.test(words) && !/credential/i.test(words))
    .filter(([key]) => /nachweis/i.test(translated.get(key) ?? ''))
    .map(([key]) => key);
  expect(confused).toEqual([]);
});
