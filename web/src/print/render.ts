import {
  bundledFonts,
  type CanvasMeasure,
  canvasMeasure,
  imageUrls,
  lacksGlyphs,
  languageDirection,
  layout,
  loadFaces,
  loadPicture,
  type Picture,
  textRuns,
  type Values,
} from '../editor';
import type { PrintJob, PrintResult, PrintWarning } from './job';
import { readPage } from './reading';
import { showPages } from './sheet';

let measure: CanvasMeasure | undefined;

/** Loads every picture that the job gives a place for; one that is given and fails ends the job. */
async function loadPictures(job: PrintJob): Promise<Map<string, Picture>> {
  const urls = new Set(job.pages.flatMap(({ values }) => imageUrls(job.design, values)));
  const known = [...urls].filter((url) => Object.hasOwn(job.images, url));
  const pictures = await Promise.all(
    known.map(async (url): Promise<[string, Picture]> => {
      try {
        return [url, await loadPicture(job.images[url] ?? '')];
      } catch (cause) {
        throw new Error(`image_failed: ${url}`, { cause });
      }
    }),
  );
  return new Map(pictures);
}

async function loadFonts({ design, lang, pages }: PrintJob): Promise<void> {
  const runs = pages.flatMap(({ values }) => textRuns(design, values, lang, bundledFonts));
  // Measurements taken before a font came are those of a stand-in.
  if (await loadFaces(runs.map(({ run }) => run))) measure?.clear();
}

async function missingGlyphs(
  { design, lang }: PrintJob,
  values: Values,
  page: number,
): Promise<PrintWarning[]> {
  const runs = textRuns(design, values, lang, bundledFonts);
  const lacking = await Promise.all(runs.map(({ run }) => lacksGlyphs(run.face, run.text)));
  return runs.flatMap(({ blockIndex }, i) =>
    lacking[i] ? [{ page, block_index: blockIndex, code: 'missing_glyph' }] : [],
  );
}

/** Paints the job's pages into the document once all fonts and pictures are there. */
export async function render(job: PrintJob): Promise<PrintResult> {
  const [pictures] = await Promise.all([loadPictures(job), loadFonts(job)]);
  measure ??= canvasMeasure();
  const { design, lang, mode } = job;
  const input = { design, lang, fonts: bundledFonts, measure, pictures, bleed: mode === 'print' };
  const pages = job.pages.map(({ values }) => layout({ ...input, values }));
  const size = showPages(job, pages);
  const laid = pages.flatMap((page, index) =>
    page.warnings.map(({ blockIndex, code }) => ({ page: index, block_index: blockIndex, code })),
  );
  const glyphs = await Promise.all(job.pages.map(({ values }, index) => missingGlyphs(job, values, index)));
  const read = pages.map((page) => readPage(page, languageDirection(lang)));
  return {
    pages: pages.length,
    ...size,
    blocks: read.map(({ blocks }) => blocks),
    reading: read.map(({ reading }) => reading),
    warnings: [...laid, ...glyphs.flat()],
  };
}
