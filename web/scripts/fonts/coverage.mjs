// Which characters a font file draws, and which of our scripts and languages that is enough for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';

const exemplars = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../internal/design/fonts/exemplars.json'), 'utf8'),
);

/** A family is said to have a script when it can write these languages; the other scripts it may claim as it likes. */
const PROOF = {
  latin: ['en', 'id'],
  'latin-ext': ['cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl', 'tr'],
  vietnamese: ['vi'],
  cyrillic: ['ru'],
  greek: ['el'],
  arabic: ['ar'],
  hebrew: ['he'],
  devanagari: ['hi'],
  thai: ['th'],
};
/** Characters without a shape of their own: fonts need not draw them, but runs of text must not be cut at them. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Z}]|\p{Variation_Selector}/u;

function parse(list) {
  return list.split(',').map((part) => {
    const [from, to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

/** Every code point of the ranges, once each and in order. */
function pointsIn(ranges) {
  const points = new Set();
  for (const [from, to] of ranges) for (let point = from; point <= to; point++) points.add(point);
  return [...points].sort((a, b) => a - b);
}

function format(points) {
  const hex = (point) => point.toString(16).toUpperCase();
  const runs = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else runs.push([point, point]);
  }
  return runs.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',');
}

/** The part of a CSS unicode-range that a file really draws, empty for none; packages claim whole blocks for all families. */
export function drawn(file, range) {
  const drawable = new Set(create(file).characterSet);
  const points = pointsIn(parse(range));
  const shapeless = (point) => SHAPELESS.test(String.fromCodePoint(point));
  if (points.every((point) => shapeless(point) || !drawable.has(point))) return '';
  return format(points.filter((point) => drawable.has(point) || shapeless(point)));
}

export function languagesOf(ranges) {
  const points = new Set(pointsIn(Object.values(ranges).flatMap(parse)));
  const writes = (letters) => [...letters].every((letter) => points.has(letter.codePointAt(0)));
  return Object.keys(exemplars).filter((language) => writes(exemplars[language]));
}

export function provenScripts(claimed, languages) {
  return claimed.filter((script) => (PROOF[script] ?? []).every((language) => languages.includes(language)));
}
