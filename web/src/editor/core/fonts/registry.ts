import { type AddedFace, type AddedFont, addedFonts } from './added';
import { DEFAULT_FONT, type Face, type FaceRequest, type FontPicker } from './face';
import list from './fonts.json';
import { fallbackFamilies, type Script, scriptsIn } from './scripts';

/** A font of the menu. Weights are numbers, or a number followed by `i` for an italic. */
export type Font = {
  name: string;
  type: 'google' | 'custom' | 'system';
  weights: (number | string)[];
  fallback: 'serif' | 'sans-serif' | 'monospace' | 'cursive';
  scripts: Script[];
  /** The name of the list of bundled files, or the files themselves. */
  files: string | readonly AddedFace[];
  /** The bundled family with the same metrics that replaces a system font. */
  alias?: string;
  /** The family name of a font that is not bundled. */
  family?: string;
  own?: boolean | undefined;
};

export const FONTS: readonly Font[] = list as Font[];

const bundled = new Map(FONTS.map((font) => [font.name.toLowerCase(), font]));

/** The present added fonts by name, rebuilt when they change, and all added fonts so far by family. */
let known: { from: readonly AddedFont[]; byName: ReadonlyMap<string, Font> } = {
  from: [],
  byName: new Map(),
};
const families = new Map<string, Font>();

/** Two fonts with the same name have different files, so the family name includes a hash of the files. */
function familyOf({ name, faces }: AddedFont): string {
  let sum = 0;
  for (const char of faces.map(({ url }) => url).join()) sum = (sum * 31 + char.charCodeAt(0)) | 0;
  return `${name} ${(sum >>> 0).toString(36)}`;
}

function fromAdded(added: AddedFont): Font {
  const weights = added.faces.map(({ weight, italic }) => (italic ? `${weight}i` : weight));
  const { name, type, fallback, faces, own } = added;
  const font = {
    ...{ name, type, fallback, own, files: faces, family: familyOf(added) },
    scripts: [...added.scripts] as Script[],
    weights: [...new Set(weights)],
  };
  families.set(font.family, font);
  return font;
}

function added(): ReadonlyMap<string, Font> {
  const from = addedFonts();
  if (known.from !== from) {
    known = { from, byName: new Map(from.map((font) => [font.name.toLowerCase(), fromAdded(font)])) };
  }
  return known.byName;
}

/** Returns the fonts of the menu: added fonts, then bundled fonts that cover basic Latin text, which emoji fonts do not. */
export function menuFonts(): readonly Font[] {
  return [...added().values(), ...FONTS.filter((font) => !font.scripts.includes('emoji'))];
}

/** Returns the font with that name, or undefined if it does not exist or no longer exists. */
export function fontNamed(name: string): Font | undefined {
  return added().get(name.toLowerCase()) ?? bundled.get(name.toLowerCase());
}

/** Returns the font with that name, or the default font. */
export function findFont(name: string): Font {
  const font = fontNamed(name) ?? bundled.get(DEFAULT_FONT.toLowerCase());
  if (!font) throw new Error('font_failed: the default font is not in the registry');
  return font;
}

export function isBundled(name: string): boolean {
  return bundled.has(name.toLowerCase());
}

/** Returns the font of a face's family, or undefined for a generic family. */
export function fontOfFamily(family: string): Font | undefined {
  return families.get(family) ?? bundled.get(family.toLowerCase());
}

/** Returns the weights of a font in a style. Without italics, the upright weights serve both styles, because they can be slanted. */
export function weightsFor(font: Font, italic: boolean): number[] {
  const slanted = font.weights
    .filter((weight) => typeof weight === 'string')
    .map((weight) => Number.parseInt(weight, 10));
  const upright = font.weights.filter((weight) => typeof weight === 'number');
  return italic && slanted.length > 0 ? slanted : upright;
}

/** Returns the nearest available weight, in the order of CSS font matching. */
export function nearestWeight(font: Font, weight: number, italic: boolean): number {
  const [below, above] = [(a: number, b: number) => b - a, (a: number, b: number) => a - b];
  const weights = weightsFor(font, italic);
  const lower = weights.filter((other) => other < weight).sort(below);
  const higher = weights.filter((other) => other > weight).sort(above);
  const near = weight === 400 ? higher.filter((other) => other <= 500) : [];
  const order = weight > 500 ? [...higher, ...lower] : [...near, ...lower, ...higher];
  return weights.includes(weight) ? weight : (order[0] ?? 400);
}

/**
 * These families cover Latin, Greek, Cyrillic and most symbols, so that missing characters never fall back to installed fonts.
 */
const LAST_RESORT = { serif: 'Noto Serif', sans: 'Noto Sans' } as const;

/** Fonts for these scripts draw some digits and symbols differently depending on the script of adjacent letters. */
const VARYING: ReadonlySet<Script> = new Set([
  'arabic',
  'hebrew',
  'japanese',
  'korean',
  'chinese-simplified',
  'chinese-traditional',
]);

/** Fonts for these scripts may lack rare letters and marks, such as those of vocalised Arabic. */
const PARTLY: ReadonlySet<Script> = new Set(['arabic', 'hebrew', 'devanagari', 'thai']);

/** Returns the face for a text: its family, then bundled families for the scripts that it lacks. */
function face({ font: name, weight, italic, text, lang }: FaceRequest): Face {
  const font = findFont(name);
  const scripts = scriptsIn(text, lang);
  const lacking = scripts.filter((script) => !font.scripts.includes(script));
  const partial = scripts.filter((script) => font.scripts.includes(script) && PARTLY.has(script));
  const nearest = nearestWeight(font, weight, italic);
  const serif = font.fallback === 'serif';
  const fallbacks = fallbackFamilies([...lacking, ...partial], { serif: serif && nearest < 600 });
  const own = font.family ?? font.alias ?? font.name;
  return {
    families: [...new Set([own, ...fallbacks, LAST_RESORT[serif ? 'serif' : 'sans'], font.fallback])],
    weight: nearest,
    italic,
    variesByScript: font.scripts.some((script) => VARYING.has(script)),
  };
}

/** The default font picker for layouts. */
export const bundledFonts: FontPicker = { face };
