import { loadKinds } from '../editor/core/blocks';
import { setAddedFonts } from '../editor/core/fonts/added';
import { bundledFonts } from '../editor/core/fonts/registry';
import { canvasMeasures } from '../editor/core/layout/canvasMeasure';
import type { DisplayPage } from '../editor/core/layout/display';
import type { Picture } from '../editor/core/layout/image';
import { languageDirection } from '../editor/core/layout/locale';
import { imageUrls, layout } from '../editor/core/page/layout';
import { loadPicture } from '../editor/core/paint/pictures';
import { takeCodes } from './codes';
import type { PrintFont, PrintJob, PrintResult } from './job';
import { readPage } from './reading';
import { showPages } from './sheet';
import { loadFonts, missingGlyphs, type Texts, textsOf } from './texts';

const measures = canvasMeasures();

/** Loads an image completely and returns its size. Rejects if it cannot be displayed. */
type LoadPicture = (href: string) => Promise<Picture>;

/** Loads every image for which the job has a source. A failure ends the job. */
async function loadPictures(job: PrintJob, load: LoadPicture): Promise<Map<string, Picture>> {
  const urls = new Set(job.pages.flatMap(({ values }) => imageUrls(job.design, values)));
  const known = [...urls].filter((url) => Object.hasOwn(job.images, url));
  const pictures = await Promise.all(
    known.map(async (url): Promise<[string, Picture]> => {
      try {
        return [url, await load(job.images[url] ?? '')];
      } catch (cause) {
        throw new Error(`image_failed: ${url}`, { cause });
      }
    }),
  );
  return new Map(pictures);
}

/** Registers the department's fonts. The page prints for different departments in turn. */
function knowFonts({ fonts = [] }: PrintJob): void {
  const faces = (font: PrintFont) => font.faces.map(({ address, ...face }) => ({ ...face, url: address }));
  setAddedFonts(fonts.map((font) => ({ ...font, type: 'custom', faces: faces(font) })));
}

/** Lays the job's pages out once all fonts and images are loaded. */
export async function layPages(
  job: PrintJob,
  load: LoadPicture,
): Promise<{ pages: DisplayPage[]; texts: Texts }> {
  knowFonts(job);
  const texts = textsOf(job);
  const [pictures, newFonts] = await Promise.all([
    loadPictures(job, load),
    loadFonts(texts),
    loadKinds(job.design.blocks),
  ]);
  if (newFonts) measures.clear();
  const { design, lang, mode } = job;
  const measure = measures.of(lang);
  const input = { design, lang, fonts: bundledFonts, measure, pictures, bleed: mode === 'print' };
  return { pages: job.pages.map(({ values }) => layout({ ...input, values })), texts };
}

/** Paints the job's pages into the document once all fonts and images are loaded. */
export async function render(job: PrintJob): Promise<PrintResult> {
  const { pages, texts } = await layPages(job, loadPicture);
  const { codes, standIn } = takeCodes(job.stand_in ? pages : [], job.stand_in ?? '');
  const size = showPages(job, pages, standIn);
  const laid = pages.flatMap((page, index) =>
    page.warnings.map(({ blockIndex, code }) => ({ page: index, block_index: blockIndex, code })),
  );
  const glyphs = await missingGlyphs(texts);
  const read = pages.map((page) => readPage(page, languageDirection(job.lang)));
  return {
    pages: pages.length,
    ...size,
    blocks: read.map(({ blocks }) => blocks),
    reading: read.map(({ reading }) => reading),
    codes,
    warnings: [...laid, ...glyphs],
  };
}
