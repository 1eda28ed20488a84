import { cssFont, type Face } from '../fonts/face';
import { kerningOf } from '../fonts/kerning';
import { letterSpacingOf } from '../fonts/spacing';
import type { Measure } from './measure';

/** The font size in px for measuring. Browsers round small sizes differently; at this size they agree. */
const REFERENCE = 1000;

const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
].map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));

/** Returns a key for the scripts of a text. */
function scriptsOf(text: string): string {
  // Fast path for most texts.
  if (/^[\x20-\x7e]*$/.test(text)) return /[a-z]/i.test(text) ? LATIN : NONE;
  return allScripts(text);
}

function allScripts(text: string): string {
  return SCRIPTS.map((script) => Number(script.test(text))).join('');
}

const [LATIN, NONE] = [allScripts('x'), allScripts('')];

/**
 * Returns a context for measuring texts in one language. The document's language does not count: in the editor it is the
 * interface language.
 */
function contextFor(lang: string): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('font_failed: no canvas to measure with');
  // The shape of letters may depend on the language. Browsers without support ignore the property.
  Object.assign(context, { lang });
  context.direction = 'ltr';
  context.textRendering = 'geometricPrecision';
  return context;
}

/** Measures text with the browser's own shaping, so that line breaks match the painted text. */
export function canvasMeasure(lang: string): Measure {
  const contexts = new Map<string, CanvasRenderingContext2D>();
  const widths = new Map<string, Map<string, number>>();
  const widthsOfFaces = new WeakMap<Face, { font: string; known: Map<string, number> }>();
  const boxes = new Map<string, { ascent: number; descent: number }>();

  /**
   * Chromium caches words per context regardless of the script that symbols and digits inherited from adjacent letters,
   * although a font may draw a bracket differently there. With a context for each combination of scripts, the result does not
   * depend on earlier measurements.
   */
  const measured = (font: string, text: string, spacing = '0px') => {
    const scripts = scriptsOf(text);
    const context = contexts.get(scripts) ?? contextFor(lang);
    contexts.set(scripts, context);
    if (context.font !== font) context.font = font;
    context.fontKerning = kerningOf(text);
    if (context.letterSpacing !== spacing) context.letterSpacing = spacing;
    return context.measureText(text);
  };
  /** Returns the cached widths of a face, since the same text is measured many times. */
  const widthsOf = (face: Face) => {
    const before = widthsOfFaces.get(face);
    if (before) return before;
    const font = cssFont(face, REFERENCE);
    const key = face.plain ? `plain ${font}` : font;
    const known = widths.get(key) ?? new Map<string, number>();
    widths.set(key, known);
    const found = { font, known };
    widthsOfFaces.set(face, found);
    return found;
  };
  return {
    width(face: Face, text: string): number {
      const { font, known } = widthsOf(face);
      const width = known.get(text) ?? measured(font, text, letterSpacingOf(face)).width / REFERENCE;
      known.set(text, width);
      return width;
    },
    box(face: Face) {
      const font = cssFont(face, REFERENCE);
      const known = boxes.get(font);
      if (known) return known;
      const metrics = measured(font, 'x');
      const box = {
        ascent: metrics.fontBoundingBoxAscent / REFERENCE,
        descent: metrics.fontBoundingBoxDescent / REFERENCE,
      };
      boxes.set(font, box);
      return box;
    },
  };
}

/** Caches a Measure per language until new fonts are loaded. */
export function canvasMeasures() {
  const measures = new Map<string, Measure>();
  return {
    of(lang: string): Measure {
      const measure = measures.get(lang) ?? canvasMeasure(lang);
      measures.set(lang, measure);
      return measure;
    },
    /** Measurements from before a font was loaded are those of a fallback font. */
    clear: () => measures.clear(),
  };
}
