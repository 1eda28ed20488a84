import { bundledFonts } from '../fonts/registry';
import type { DisplayItem } from '../layout/display';
import { layout } from '../layout/layout';
import type { Measure } from '../layout/measure';
import type { Block, DesignDocument, DesignSize, Orientation, Values } from '../model/types';
import type { LoadedPicture } from './pictures';

/** All that painting a block needs beside the block. A new object means that every block is laid out again. */
export type Assets = {
  size: DesignSize;
  orientation: Orientation;
  lang: string;
  values: Values | undefined;
  measure: Measure;
  pictures: ReadonlyMap<string, LoadedPicture>;
};

/** What one part of the design paints, laid out by the same module as the printed page. */
function layPart(part: Partial<DesignDocument>, assets: Assets): DisplayItem[] {
  const { size, orientation, lang, values, measure, pictures } = assets;
  const design: DesignDocument = { kind: 'certificate', size, orientation, blocks: [], ...part };
  const page = layout({ design, values, lang, fonts: bundledFonts, measure, pictures });
  return page.groups.flatMap((group) => group.items);
}

export function layOneBlock(block: Block, assets: Assets): DisplayItem[] {
  return layPart({ blocks: [block] }, assets);
}

export function layBackground(design: DesignDocument, assets: Assets): DisplayItem[] {
  const { background, background_color } = design;
  return layPart({ background, background_color }, assets);
}
