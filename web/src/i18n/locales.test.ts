import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectedKeys, flatten, PLURAL, type Texts } from './coverage';
import merged from './english';

const FOLDER = join(import.meta.dirname, '../../../locales');

const languages = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const filesOf = (language: string) =>
  readdirSync(join(FOLDER, language)).map((file) => ({
    file,
    texts: JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as Texts,
  }));
const read = (language: string): Record<string, string> =>
  Object.assign({}, ...filesOf(language).map(({ texts }) => flatten(texts)));
const english = read('en');

describe.each(languages)('the texts of %s', (language) => {
  it('have each area in one file, named as in English', () => {
    const placeOf = (of: string) =>
      filesOf(of).flatMap(({ file, texts }) => Object.keys(texts).map((area) => `${area} in ${file}`));
    const places = placeOf(language);
    const areas = places.map((place) => place.split(' ')[0]);
    expect(areas.filter((area, index) => areas.indexOf(area) !== index)).toEqual([]);
    expect(places.filter((place) => !placeOf('en').includes(place))).toEqual([]);
  });

  it('name each key once', () => {
    const twice = readdirSync(join(FOLDER, language)).flatMap((file) => {
      const source = readFileSync(join(FOLDER, language, file), 'utf8');
      const again = JSON.stringify(JSON.parse(source), null, 2);
      return source.trim() === again ? [] : [file];
    });
    expect(twice).toEqual([]);
  });

  it('have no key that English lacks, and no plural form that the language lacks', () => {
    const expected = new Set(expectedKeys(language, english));
    expect(Object.keys(read(language)).filter((key) => !expected.has(key))).toEqual([]);
  });

  it('use the same variables as English', () => {
    const wrong = Object.entries(read(language)).filter(([key, text]) => {
      const source = english[key] ?? english[key.replace(PLURAL, '_other')] ?? '';
      return !sameVariables(source, text, PLURAL.test(key));
    });
    expect(wrong).toEqual([]);
  });
});

it('English comes with the program whole', () => {
  expect(flatten(merged)).toEqual(english);
});

it('English has a singular and a plural wherever something is counted', () => {
  const counted = Object.keys(english).filter((key) => key.endsWith('_other'));
  expect(counted.filter((key) => english[key.replace(PLURAL, '_one')] === undefined)).toEqual([]);
});

it('a complete translation has every plural form of its language', () => {
  const few = { 'a.rows_one': 'Row', 'a.rows_other': 'Rows', 'a.just_one': 'One' };
  expect(expectedKeys('de', few)).toEqual(['a.rows_one', 'a.rows_other', 'a.just_one'].sort());
  expect(expectedKeys('ar', { 'a.rows_one': '', 'a.rows_other': '' })).toHaveLength(6);
});

/** A form for exactly none, one or two may leave the number out; all else must name every variable. */
function sameVariables(source: string, text: string, plural: boolean): boolean {
  const wanted = variables(source);
  const used = variables(text);
  const optional = plural ? ['count', 'number'] : [];
  return (
    used.every((name) => wanted.includes(name)) &&
    wanted.every((name) => used.includes(name) || optional.includes(name))
  );
}

function variables(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1] ?? ''))];
}
