import { type SymbolName, symbolsOf } from '../blocks/symbol/library';
import { PALETTE_NAMES, type PaletteName } from './palettes';

/** Shapes with room for text, and the vertical offset of their centre from the centre of the page, in percent. */
export const BADGE_SHAPES = {
  disc: 0,
  scallop: 0,
  burst: 0,
  cog: 0,
  hexagon: 0,
  octagon: 0,
  plaque: 0,
  square: 0,
  blossom: 0,
  shield: -3,
  crest: -3,
  arch: 2,
  pentagon: 4,
} as const satisfies Partial<Record<SymbolName, number>>;

export type BadgeShape = keyof typeof BADGE_SHAPES;
export const SHAPE_NAMES = Object.keys(BADGE_SHAPES) as BadgeShape[];

/** How a badge is arranged: the course below the icon, on a ribbon across the badge, or below an icon in a wreath. */
export const ARRANGEMENTS = ['plain', 'ribbon', 'wreath'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** The parameters of a badge. */
export type Recipe = {
  shape: BadgeShape;
  palette: PaletteName;
  icon: SymbolName;
  arrangement: Arrangement;
};

const ICON_GROUPS = [
  'learning',
  'science',
  'technology',
  'work',
  'arts',
  'nature',
  'care',
  'sport',
  'sign',
] as const;
export const ICONS: readonly SymbolName[] = ICON_GROUPS.flatMap(symbolsOf);

/** Returns a pseudorandom number generator for numbers from 0 to 1 with a fixed seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: () => number, from: readonly T[], but?: T): T {
  const others = from.filter((one) => one !== but);
  return others[Math.floor(random() * others.length)] as T;
}

/** Returns a random recipe that keeps some parts of the previous one. Every other part changes. */
export function chance(seed: number, before?: Recipe, keep: readonly (keyof Recipe)[] = []): Recipe {
  const random = seeded(seed);
  const next: Recipe = {
    shape: pick(random, SHAPE_NAMES, before?.shape),
    palette: pick(random, PALETTE_NAMES, before?.palette),
    icon: pick(random, ICONS, before?.icon),
    arrangement: pick(random, ARRANGEMENTS, before?.arrangement),
  };
  return before ? { ...next, ...Object.fromEntries(keep.map((part) => [part, before[part]])) } : next;
}
