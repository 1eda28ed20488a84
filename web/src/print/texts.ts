import type { DesignDocument, Values } from '../editor/core/document/types';
import type { Face } from '../editor/core/fonts/face';
import { lacksGlyphs, loadFaces } from '../editor/core/fonts/load';
import { bundledFonts } from '../editor/core/fonts/registry';
import { textRuns } from '../editor/core/page/run';
import type { PrintJob, PrintWarning } from './job';

type Run = { blockIndex: number; text: string; face: Face; key: string };

/** The texts of a job's pages without duplicates, as most are the same on every page. */
export type Texts = { pages: Run[][]; unique: Map<string, Run> };

function runsOf(design: DesignDocument, values: Values, lang: string): Run[] {
  return textRuns(design, values, lang, bundledFonts).map(({ blockIndex, run: { text, face } }) => {
    const key = `${face.families.join()}/${face.weight}/${face.italic}/${text}`;
    return { blockIndex, text, face, key };
  });
}

export function textsOf({ design, lang, pages }: PrintJob): Texts {
  const runs = pages.map(({ values }) => runsOf(design, values, lang));
  return { pages: runs, unique: new Map(runs.flat().map((run) => [run.key, run])) };
}

/** Loads the fonts of the texts and returns whether any was new. */
export function loadFonts(texts: Texts): Promise<boolean> {
  return loadFaces([...texts.unique.values()]);
}

/** Returns a warning for each text whose fonts lack a character. */
export async function missingGlyphs({ pages, unique }: Texts): Promise<PrintWarning[]> {
  const runs = [...unique.values()];
  const lacking = await Promise.all(runs.map(({ face, text }) => lacksGlyphs(face, text)));
  const without = new Set(runs.filter((_, i) => lacking[i]).map(({ key }) => key));
  return pages.flatMap((page, index) =>
    page
      .filter(({ key }) => without.has(key))
      .map(({ blockIndex }) => ({ page: index, block_index: blockIndex, code: 'missing_glyph' as const })),
  );
}
