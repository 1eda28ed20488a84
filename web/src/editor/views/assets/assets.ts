import type { Block, DesignDocument, DesignSize, Orientation, Values } from '../../core/document/types';
import { bundledFonts } from '../../core/fonts/registry';
import type { DisplayItem } from '../../core/layout/display';
import type { Measure } from '../../core/layout/measure';
import { layout } from '../../core/page/layout';
import type { LoadedPicture } from './pictures';

/** Everything besides the block that painting a block needs. A new object causes a new layout of all blocks. */
export type Assets = {
  size: DesignSize;
  orientation: Orientation;
  lang: string;
  values: Values | undefined;
  measure: Measure;
  pictures: ReadonlyMap<string, LoadedPicture>;
};

/** Returns the display items of one part of the design, from the same layout module as the printed page. */
function layPart(part: Partial<DesignDocument>, assets: Assets): DisplayItem[] {
  const { size, orientation, lang, values, measure, pictures } = assets;
  const design: DesignDocument = { kind: 'certificate', size, orientation, blocks: [], ...part };
  const page = layout({ design, values, lang, fonts: bundledFonts, measure, pictures });
  return page.groups.flatMap((group) => group.items);
}

const laid = new WeakMap<Assets, WeakMap<Block, DisplayItem[]>>();

/** Returns the display items of a block, cached until the block or the assets change. */
export function itemsOf(block: Block, assets: Assets): DisplayItem[] {
  const known = laid.get(assets) ?? new WeakMap<Block, DisplayItem[]>();
  laid.set(assets, known);
  const items = known.get(block) ?? layPart({ blocks: [block] }, assets);
  known.set(block, items);
  return items;
}

type Ground = Pick<DesignDocument, 'background' | 'background_color'>;

export function layBackground({ background, background_color }: Ground, assets: Assets): DisplayItem[] {
  return layPart({ background, background_color }, assets);
}
