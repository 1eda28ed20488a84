import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRAGMENTS, KINDS, NEUTRAL } from './fragments.mjs';

const FONTS = JSON.parse(readFileSync(join(import.meta.dirname, '../../src/editor/core/fonts/fonts.json'), 'utf8')).filter(
  ({ scripts }) => !scripts.includes('emoji'),
);
/** The name of every generated design. */
export const GENERATED = 'generated';
const ROWS = 9;

/** Numbers that are the same for the same seed (mulberry32), and what is chosen by them. */
function choices(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low, high) => low + next() * (high - low);
  const whole = (low, high) => Math.floor(between(low, high + 1));
  const one = (list) => list[whole(0, list.length - 1)];
  return { between, whole, one, chance: (share) => next() < share };
}

/** A word, digits, a sign or Latin letters; half of the pieces are words of the language. */
function piece(random, { words, joins }) {
  const lists = [words, words, words, joins, NEUTRAL.digits, random.chance(0.3) ? NEUTRAL.latin : NEUTRAL.signs];
  return random.one(random.one(lists));
}

/** Pieces one after the other; some touch, as digits touch a geresh. */
function phrase(random, fragments, count) {
  let text = random.one(fragments.words);
  for (let i = 1; i < count; i++) text += (random.chance(0.8) ? ' ' : '') + piece(random, fragments);
  return text;
}

/** A family made for the script, or one time in five any, so that fallbacks draw the letters. */
function fontFor(random, script) {
  return random.one(random.chance(0.2) ? FONTS : FONTS.filter(({ scripts }) => scripts.includes(script)));
}

function row(random, fragments, index) {
  const long = random.chance(0.3);
  const font = fontFor(random, fragments.script);
  const upright = font.weights.filter((weight) => typeof weight === 'number');
  return {
    kind: 'text',
    top: `${(2 + index * 10.8).toFixed(4)}%`,
    left: `${random.between(2, 8).toFixed(4)}%`,
    image_width: `${random.between(60, 90).toFixed(4)}%`,
    image_height: '10%',
    model: phrase(random, fragments, long ? random.whole(9, 16) : random.whole(2, 7)),
    font: font.name,
    font_size: long ? random.whole(12, 18) : Number(random.between(20, 34).toFixed(2)),
    font_weight: random.chance(0.6) ? 400 : random.one(upright),
    italic: random.chance(0.3),
    underline: random.chance(0.3),
    uppercase: random.chance(0.1),
    scale_to_fit: random.chance(0.4),
    ...(random.chance(0.7) && { align: random.one(['left', 'center', 'right', 'justify']) }),
  };
}

/** The designs of a seed: rows of text in random families and styles, each design in one kind of text. */
export function generatedDesigns(seed, count) {
  return Array.from({ length: count }, (_, i) => {
    const random = choices(Math.imul(seed, 1000003) + i);
    const kind = KINDS[(seed + i) % KINDS.length];
    const fragments = FRAGMENTS[kind];
    const blocks = Array.from({ length: ROWS }, (_, index) => row(random, fragments, index));
    const design = { schema_version: 1, kind: 'certificate', size: 'us-letter', orientation: 'landscape', language: fragments.language, blocks };
    return { name: GENERATED, title: `seed ${seed} no ${i} ${kind}`, language: fragments.language, design };
  });
}
