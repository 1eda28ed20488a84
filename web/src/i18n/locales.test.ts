import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Words = { [key: string]: string | Words };

const FOLDER = join(import.meta.dirname, '../../../locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

const read = (language: string) =>
  flatten(JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Words);
const languages = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const english = read('en');

describe.each(languages.filter((language) => language !== 'en'))('the words of %s', (language) => {
  const words = read(language);

  it('are there for every key of English, in every plural form of the language, and for no other', () => {
    expect(Object.keys(words).sort()).toEqual(expectedKeys(language));
  });

  it('use the same variables as English', () => {
    const wrong = Object.entries(words).filter(([key, text]) => {
      const source = english[key] ?? english[key.replace(PLURAL, '_other')] ?? '';
      return !sameVariables(source, text, PLURAL.test(key));
    });
    expect(wrong).toEqual([]);
  });
});

it('English has a singular and a plural wherever something is counted', () => {
  const counted = Object.keys(english).filter((key) => key.endsWith('_other'));
  expect(counted.filter((key) => english[key.replace(PLURAL, '_one')] === undefined)).toEqual([]);
});

function expectedKeys(language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = Object.keys(english).flatMap((key) => {
    if (!isPlural(key)) return [key];
    return forms.map((form) => key.replace(PLURAL, `_${form}`));
  });
  return [...new Set(keys)].sort();
}

/** A name that merely ends like a plural form has no brother that ends in "_other". */
function isPlural(key: string): boolean {
  return PLURAL.test(key) && english[key.replace(PLURAL, '_other')] !== undefined;
}

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

function flatten(words: Words, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  );
}
