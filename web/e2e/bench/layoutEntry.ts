import { loadFaces } from '../../src/editor/core/fonts/load';
import { bundledFonts } from '../../src/editor/core/fonts/registry';
import { layout } from '../../src/editor/core/page/layout';
import { textRuns } from '../../src/editor/core/page/run';
import { canvasMeasure } from '../../src/editor/core/layout/canvasMeasure';
import type { DesignDocument, Values } from '../../src/editor/core/document/types';

const ROUNDS = 300;

const valuesOf = (n: number): Values => ({
  'recipient.name': { kind: 'text', value: `Bartholomew Alexander Featherstonehaugh the ${n}th` },
  'group.course_name': { kind: 'text', value: `Practical Statistics ${n}` },
  'credential.issued_on': { kind: 'date', value: '2026-11-21' },
  'credential.url': { kind: 'text', value: `https://example.org/c/0f8fad5b-d9cb-469f-a165-${n}` },
});

/** The ms that each layout took: of values that were never measured, and of the same again. */
export async function measureLayout(design: DesignDocument) {
  const lang = 'en';
  const all = Array.from({ length: ROUNDS }, (_, n) => valuesOf(n));
  await loadFaces(all.flatMap((values) => textRuns(design, values, lang, bundledFonts).map(({ run }) => run)));
  const measure = canvasMeasure(lang);
  const time = (values: Values) => {
    const begun = performance.now();
    layout({ design, values, lang, fonts: bundledFonts, measure, pictures: new Map() });
    return performance.now() - begun;
  };
  time(valuesOf(ROUNDS));
  return { cold: all.map(time), warm: all.map(time) };
}
