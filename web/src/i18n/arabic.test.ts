import { expect, test } from 'vitest';
import { flatten, PLURAL, type Texts } from './coverage';
import english from './english';

const files = import.meta.glob<Texts>('../../../locales/ar/*.json', { import: 'default', eager: true });
const arabic = Object.assign({}, ...Object.values(files).map((texts) => flatten(texts))) as Record<
  string,
  string
>;

const source = flatten(english);

/** The keys whose Arabic text matches the pattern and whose English passes the filter. */
const keysWith = (pattern: RegExp, of: (words: string) => boolean = () => true) =>
  Object.entries(arabic)
    .filter(
      ([key, words]) => of(source[key] ?? source[key.replace(PLURAL, '_other')] ?? '') && pattern.test(words),
    )
    .map(([key]) => key);

test('revoking is إبطال in Arabic, cancelling is إلغاء: the two stand side by side in dialogs', () => {
  expect(keysWith(/إلغاء|ألغ|ملغ|تلغ/, (words) => /revok/i.test(words))).toEqual([]);
  expect(keysWith(/إبطال|أبطل|مُبطَل/, (words) => !/revok/i.test(words))).toEqual([]);
});

test('Arabic texts use Arabic punctuation and quotation marks', () => {
  expect(keysWith(/[\u0621-\u0652][,;?]|\}\}[,;?] |[“”]/)).toEqual([]);
});
