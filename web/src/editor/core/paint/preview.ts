import { loadKinds } from '../blocks';
import type { DesignDocument, Values } from '../document/types';
import { loadFaces } from '../fonts/load';
import { bundledFonts } from '../fonts/registry';
import { canvasMeasures } from '../layout/canvasMeasure';
import type { DisplayPage } from '../layout/display';
import type { Picture } from '../layout/image';
import { imageUrls, layout } from '../page/layout';
import { textRuns } from '../page/run';
import { loadPicture } from './pictures';
import { paintSvg } from './svg';

export type PreviewInput = {
  design: DesignDocument;
  /** Without values, tags are shown in brackets. */
  values?: Values | undefined;
  lang: string;
  /** Replacement URLs of images. */
  images?: Readonly<Record<string, string>> | undefined;
};

const measures = canvasMeasures();

async function loadPictures(urls: string[], images: PreviewInput['images']): Promise<Map<string, Picture>> {
  const loaded = await Promise.allSettled(urls.map((url) => loadPicture(images?.[url] ?? url)));
  const found = loaded.flatMap((result, i) =>
    result.status === 'fulfilled' ? [[urls[i] ?? '', result.value] as const] : [],
  );
  return new Map(found);
}

/** Lays out a design for the screen. A preview omits what cannot be loaded; only printing fails. */
export async function previewPage({ design, values, lang, images }: PreviewInput): Promise<DisplayPage> {
  const runs = textRuns(design, values, lang, bundledFonts);
  const fonts = loadFaces(runs.map(({ run }) => run)).catch(() => true);
  const [pictures, news] = await Promise.all([
    loadPictures(imageUrls(design, values), images),
    fonts,
    loadKinds(design.blocks).catch(() => true),
  ]);
  if (news) measures.clear();
  const measure = measures.of(lang);
  return layout({ design, values, lang, fonts: bundledFonts, measure, pictures });
}

export async function previewSvg(input: PreviewInput): Promise<SVGSVGElement> {
  return paintSvg(await previewPage(input));
}
