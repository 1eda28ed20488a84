import { type AddedFace, type AddedFont, addedFonts } from './added';
import { DEFAULT_FONT, type Face, type FaceRequest, type FontPicker } from './face';
import list from './fonts.json';
import { fallbackFamilies, type Script, scriptsIn } from './scripts';

/** A font as the menu offers it; weights are numbers, or a number and `i` for an italic. */
export type Font = {
  name: string;
  type: 'google' | 'custom' | 'system';
  weights: (number | string)[];
  fallback: 'serif' | 'sans-serif' | 'monospace' | 'cursive';
  scripts: Script[];
  /** Name of the list of bundled files, or the files themselves. */
  files: string | readonly AddedFace[];
  /** The bundled family that stands for a system font and has the same measures. */
  alias?: string;
  /** What the document calls it when it is not bundled. */
  family?: string;
  own?: boolean | undefined;
};

export const FONTS: readonly Font[] = list as Font[];

const bundled = new Map(FONTS.map((font) => [font.name.toLowerCase(), font]));

/** The added fonts by the names of designs, made anew when they change; and all that there ever were, by their families. */
let known: { from: readonly AddedFont[]; byName: ReadonlyMap<string, Font> } = {
  from: [],
  byName: new Map(),
};
const families = new Map<string, Font>();

/** Two fonts of one name have different files, so the files are part of the family's name. */
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

/** The fonts to choose from: the added ones first, then those that can set plain Latin text. */
export function menuFonts(): readonly Font[] {
  return [...added().values(), ...FONTS.filter((font) => !font.scripts.includes('emoji'))];
}

/** The font of that name; undefined when there is none, or none any more. */
export function fontNamed(name: string): Font | undefined {
  return added().get(name.toLowerCase()) ?? bundled.get(name.toLowerCase());
}

/** The font of that name, or the default font when there is none. */
export function findFont(name: string): Font {
  const font = fontNamed(name) ?? bundled.get(DEFAULT_FONT.toLowerCase());
  if (!font) throw new Error('font_failed: the default font is not in the registry');
  return font;
}

export function isBundled(name: string): boolean {
  return bundled.has(name.toLowerCase());
}

/** The font behind a family of a face: undefined for generic ones. */
export function fontOfFamily(family: string): Font | undefined {
  return families.get(family) ?? bundled.get(family.toLowerCase());
}

/** The weights a font has in a style; an upright font is slanted, so it serves both. */
export function weightsFor(font: Font, italic: boolean): number[] {
  const slanted = font.weights
    .filter((weight) => typeof weight === 'string')
    .map((weight) => Number.parseInt(weight, 10));
  const upright = font.weights.filter((weight) => typeof weight === 'number');
  return italic && slanted.length > 0 ? slanted : upright;
}

/** The nearest weight a font has, in the order in which CSS looks for one. */
export function nearestWeight(font: Font, weight: number, italic: boolean): number {
  const [below, above] = [(a: number, b: number) => b - a, (a: number, b: number) => a - b];
  const weights = weightsFor(font, italic);
  const lower = weights.filter((other) => other < weight).sort(below);
  const higher = weights.filter((other) => other > weight).sort(above);
  const near = weight === 400 ? higher.filter((other) => other <= 500) : [];
  const order = weight > 500 ? [...higher, ...lower] : [...near, ...lower, ...higher];
  return weights.includes(weight) ? weight : (order[0] ?? 400);
}

/** These have Latin, Greek and Cyrillic letters and most signs: what a font lacks is never left to the machine's own fonts. */
const LAST_RESORT = { serif: 'Noto Serif', sans: 'Noto Sans' } as const;

/** Fonts for these scripts draw some digits and signs by the script of the letters beside them. */
const VARYING: ReadonlySet<Script> = new Set([
  'arabic',
  'hebrew',
  'japanese',
  'korean',
  'chinese-simplified',
  'chinese-traditional',
]);

/** Fonts for these scripts may lack their rarer letters and marks, such as those of vocalised Arabic. */
const PARTLY: ReadonlySet<Script> = new Set(['arabic', 'hebrew', 'devanagari', 'thai']);

/** The face for a text: the family first, then bundled families for what of the scripts of the text it lacks. */
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

/** The font picker that the layout takes. */
export const bundledFonts: FontPicker = { face };
