import { expect, test } from 'vitest';
import { LANGUAGES, languageChoices } from './languages';

const files = Object.keys(import.meta.glob('../../../locales/*/common.json')).map((path) =>
  String(path.split('/').at(-2)),
);
const offered = (current: string) => languageChoices(current).map(({ value }) => value);

test('only languages that have texts are offered', () => {
  expect(offered('')).toEqual(files.toSorted());
  expect(offered('de')).toEqual(files.toSorted());
});

test('a language that was chosen earlier stays a choice though it has no texts', () => {
  for (const { value, name } of LANGUAGES.filter((language) => !files.includes(language.value))) {
    expect(languageChoices(value)).toContainEqual({ value, label: name });
    expect(offered(value)).toHaveLength(files.length + 1);
  }
});
