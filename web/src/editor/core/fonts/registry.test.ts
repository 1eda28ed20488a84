import { expect, test } from 'vitest';
import { cssFont } from './face';
import { codePoints, needsGlyph } from './ranges';
import { bundledFonts, FONTS, findFont, nearestWeight } from './registry';

const families = (font: string, text: string, lang = 'en', weight = 400) =>
  bundledFonts.face({ font, weight, italic: false, text, lang }).families;

test('every font has a regular weight and a list of files', () => {
  const lists = Object.keys(import.meta.glob('./faces/*.json'));
  for (const font of FONTS) {
    expect(font.weights, font.name).toContain(400);
    expect(lists, font.name).toContain(`./faces/${font.files}.json`);
  }
});

test.each([
  ['Arial', 'Arimo'],
  ['times new roman', 'Tinos'],
  ['Courier New', 'Cousine'],
  ['Calibri', 'Carlito'],
  ['Cambria', 'Caladea'],
  ['Georgia', 'Gelasio'],
  ['A font nobody has', 'Source Sans Pro'],
])('%s is set in %s', (name, family) => {
  expect(families(name, 'abc')[0]).toBe(family);
});

test.each([
  ['Source Sans Pro', 'Zoë', 'en', ['Source Sans Pro', 'Noto Sans', 'sans-serif']],
  ['Cinzel', 'Анна', 'ru', ['Cinzel', 'Noto Serif', 'serif']],
  ['Source Sans Pro', 'فاطمة', 'en', ['Source Sans Pro', 'Noto Sans Arabic', 'Noto Sans', 'sans-serif']],
  ['Lora', 'فاطمة', 'en', ['Lora', 'Amiri', 'Noto Serif', 'serif']],
  ['Amiri', 'فاطمة', 'ar', ['Amiri', 'Noto Serif', 'serif']],
  ['Tajawal', 'ٱللَّهِ', 'ar', ['Tajawal', 'Noto Sans Arabic', 'Noto Sans', 'sans-serif']],
  ['Frank Ruhl Libre', 'ג׳', 'he', ['Frank Ruhl Libre', 'Noto Sans Hebrew', 'Noto Serif', 'serif']],
  ['Inter', 'かな漢字', 'en', ['Inter', 'Noto Sans JP', 'Noto Sans SC', 'Noto Sans', 'sans-serif']],
  ['Inter', '漢字', 'zh-tw', ['Inter', 'Noto Sans TC', 'Noto Sans SC', 'Noto Sans', 'sans-serif']],
  ['Inter', '한글', 'en', ['Inter', 'Noto Sans KR', 'Noto Sans', 'sans-serif']],
  [
    'Inter',
    'हिन्दी ไทย עברית',
    'en',
    ['Inter', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai', 'Noto Sans', 'sans-serif'],
  ],
  ['Inter', '🎓', 'en', ['Inter', 'Noto Color Emoji', 'Noto Sans', 'sans-serif']],
])('%s with %s in %s', (font, text, lang, expected) => {
  expect(families(font, text, lang)).toEqual(expected);
});

test.each([
  ['Source Sans Pro', 500, 400],
  ['Source Sans Pro', 800, 900],
  ['Source Sans Pro', 100, 300],
  ['Great Vibes', 900, 400],
  ['Cinzel', 300, 400],
])('the weight of %s nearest to %d is %d', (name, weight, expected) => {
  expect(nearestWeight(findFont(name), weight, false)).toBe(expected);
});

test('an italic takes the weights of the italics', () => {
  expect(nearestWeight(findFont('Source Sans Pro'), 900, true)).toBe(700);
});

test('a face is a CSS font with quoted families and a bare generic one', () => {
  expect(cssFont({ families: ['Noto Sans', 'serif'], weight: 700, italic: true }, 16)).toBe(
    'italic 700 16px "Design Noto Sans", serif',
  );
});

test('coverage is read from unicode ranges', () => {
  expect([...codePoints(['U+41-43, U+00E9', 'u+1f393'])]).toEqual([0x41, 0x42, 0x43, 0xe9, 0x1f393]);
});

test('spaces, controls and marks of direction need no glyph', () => {
  expect([' ', '\u2068', '\ufe0f', 'A', '漢'].map(needsGlyph)).toEqual([false, false, false, true, true]);
});
