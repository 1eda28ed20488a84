import { afterEach, expect, test } from 'vitest';
import { type AddedFont, addedFonts, onAddedFonts, setAddedFonts } from './added';
import { bundledFonts, findFont, fontNamed, fontOfFamily, menuFonts, weightsFor } from './registry';

const acme = (url: string, more: Partial<AddedFont> = {}): AddedFont => ({
  name: 'Acme Sans',
  type: 'custom',
  fallback: 'sans-serif',
  scripts: ['latin'],
  faces: [
    { weight: 400, italic: false, url, range: 'U+20-7E' },
    { weight: 700, italic: true, url: `${url}i`, range: 'U+20-7E' },
  ],
  ...more,
});
const family = (font: string, text = 'abc') =>
  bundledFonts.face({ font, weight: 400, italic: false, text, lang: 'en' }).families;

afterEach(() => setAddedFonts([]));

test('an added font is found by its name, in any case, with its weights', () => {
  setAddedFonts([acme('/fonts/a.ttf')]);
  const font = findFont('acme sans');
  expect(font).toMatchObject({ name: 'Acme Sans', weights: [400, '700i'] });
  expect(weightsFor(font, true)).toEqual([700]);
  expect(fontOfFamily(family('Acme Sans')[0] ?? '')).toBe(font);
  expect(menuFonts()[0]).toBe(font);
});

test('fonts of the same name with other files have other families, so that neither shows for the other', () => {
  setAddedFonts([acme('/fonts/a.ttf')]);
  const [first] = family('Acme Sans');
  setAddedFonts([acme('/fonts/b.ttf')]);
  const [second] = family('Acme Sans');
  expect(second).not.toBe(first);
  expect(fontOfFamily(first ?? '')?.files).toMatchObject([{ url: '/fonts/a.ttf' }, {}]);
});

test('a font that is no more is not known, and its text is set in the default', () => {
  setAddedFonts([acme('/fonts/a.ttf')]);
  setAddedFonts([]);
  expect(fontNamed('Acme Sans')).toBeUndefined();
  expect(family('Acme Sans')[0]).toBe('Source Sans Pro');
});

test('an added font goes before a bundled one of its name', () => {
  setAddedFonts([acme('/fonts/a.ttf', { name: 'Lora' })]);
  expect(findFont('Lora').type).toBe('custom');
});

test('what an added font lacks is left to bundled ones', () => {
  setAddedFonts([acme('/fonts/a.ttf')]);
  expect(family('Acme Sans', 'Анна فاطمة').slice(1)).toEqual(['Noto Sans', 'Noto Sans Arabic', 'sans-serif']);
});

test('who listens hears of a change, until they stop', () => {
  const heard: number[] = [];
  const stop = onAddedFonts(() => heard.push(addedFonts().length));
  setAddedFonts([acme('/fonts/a.ttf')]);
  stop();
  setAddedFonts([]);
  expect(heard).toEqual([1]);
});
