import { TEXT_DEFAULTS } from '../blocks/text/block';
import type { Face, FaceRequest, FontPicker } from './face';
import list from './fonts.json';
import { fallbackFamilies, type Script, scriptsIn } from './scripts';

/** A font as the menu offers it; weights are numbers, or a number and `i` for an italic. */
export type Font = {
  name: string;
  type: 'google' | 'custom' | 'system';
  weights: (number | string)[];
  fallback: 'serif' | 'sans-serif' | 'monospace' | 'cursive';
  scripts: Script[];
  /** Name of its file list. */
  files: string;
  /** The bundled family that stands for a system font and has the same measures. */
  alias?: string;
};

export const FONTS: readonly Font[] = list as Font[];

/** The fonts to choose from: those that can set plain Latin text. */
export const MENU_FONTS: readonly Font[] = FONTS.filter((font) => font.scripts.includes('latin'));

const byName = new Map(FONTS.map((font) => [font.name.toLowerCase(), font]));

/** The font of that name, or the default font when it is not bundled. */
export function findFont(name: string): Font {
  const font = byName.get(name.toLowerCase()) ?? byName.get(TEXT_DEFAULTS.font.toLowerCase());
  if (!font) throw new Error('font_failed: the default font is not in the registry');
  return font;
}

export function isBundled(name: string): boolean {
  return byName.has(name.toLowerCase());
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

/** The face for a text: the family first, then bundled families for the scripts of the text that it lacks. */
function face({ font: name, weight, italic, text, lang }: FaceRequest): Face {
  const font = findFont(name);
  const lacking = scriptsIn(text, lang).filter((script) => !font.scripts.includes(script));
  const nearest = nearestWeight(font, weight, italic);
  const fallbacks = fallbackFamilies(lacking, { serif: font.fallback === 'serif' && nearest < 600 });
  return {
    families: [...new Set([font.alias ?? font.name, ...fallbacks, font.fallback])],
    weight: nearest,
    italic,
  };
}

/** The font picker that the layout takes. */
export const bundledFonts: FontPicker = { face };
