import { graphemes, type Measure } from '../core/layout/measure';

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** A font of half-em letters and full-em ideographs, for tests without a browser. */
export const stubMeasure: Measure = {
  width: (_, text) => graphemes(text).reduce((sum, part) => sum + (WIDE.test(part) ? 1 : 0.5), 0),
  box: () => ({ ascent: 0.8, descent: 0.2 }),
};

export const stubWidth = (text: string) =>
  stubMeasure.width({ families: ['Stub'], weight: 400, italic: false }, text);
