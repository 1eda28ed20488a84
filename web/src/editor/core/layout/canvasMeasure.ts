import { cssFont, type Face } from '../fonts/face';
import { kerningOf } from '../fonts/kerning';
import { letterSpacingOf } from '../fonts/spacing';
import type { Measure } from './measure';

/** Small sizes are rounded differently by every engine; at this size they agree. */
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

/** The scripts of a text, as a key. */
function scriptsOf(text: string): string {
  // Most texts are quickly told.
  if (/^[\x20-\x7e]*$/.test(text)) return /[a-z]/i.test(text) ? LATIN : NONE;
  return allScripts(text);
}

function allScripts(text: string): string {
  return SCRIPTS.map((script) => Number(script.test(text))).join('');
}

const [LATIN, NONE] = [allScripts('x'), allScripts('')];

/** What measures the texts of one language. The document's own says nothing: the editor's is that of its reader. */
function contextFor(lang: string): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('font_failed: no canvas to measure with');
  // Letters may take other shapes by the language. Browsers that do not know this yet overlook it.
  Object.assign(context, { lang });
  context.direction = 'ltr';
  context.textRendering = 'geometricPrecision';
  return context;
}

/** Measures with the browser's own shaping, so that the lines hold where the same text is painted. */
export function canvasMeasure(lang: string): Measure {
  const contexts = new Map<string, CanvasRenderingContext2D>();
  const widths = new Map<string, Map<string, number>>();
  const widthsOfFaces = new WeakMap<Face, { font: string; known: Map<string, number> }>();
  const boxes = new Map<string, { ascent: number; descent: number }>();

  /**
   * A context of Chromium remembers words without the script that signs and digits took from the letters beside them, though
   * a font may draw a bracket otherwise there. With a context for each mix of scripts it does not matter what came before.
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
  /** What is known of a face; a text asks many times for the same. */
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

/** Measures of several languages, each kept until fonts have come since. */
export function canvasMeasures() {
  const measures = new Map<string, Measure>();
  return {
    of(lang: string): Measure {
      const measure = measures.get(lang) ?? canvasMeasure(lang);
      measures.set(lang, measure);
      return measure;
    },
    /** Measurements taken before a font came are those of a stand-in. */
    clear: () => measures.clear(),
  };
}
