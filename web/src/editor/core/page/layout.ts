import { kindOf } from '../blocks';
import type { Block, DesignDocument, Values } from '../document/types';
import type { FontPicker } from '../fonts/face';
import type { DisplayGroup, DisplayItem, DisplayPage, Laid, LayoutWarning, Rect } from '../layout/display';
import { layPicture, type Picture } from '../layout/image';
import type { Measure } from '../layout/measure';
import { bleedPx, pageBox } from '../primitives/sizes';
import { blockFrame } from './frame';

export type LayoutInput = {
  design: DesignDocument;
  /** The values of one recipient. Without them, tags are shown in brackets. */
  values?: Values | undefined;
  lang: string;
  fonts: FontPicker;
  measure: Measure;
  /** Loaded images by the URL in the design or in a value. */
  pictures: ReadonlyMap<string, Picture>;
  /** Print mode: the page is extended by the bleed of its size. */
  bleed?: boolean;
};

/** Returns the URLs of the images that a page may need. */
export function imageUrls(design: DesignDocument, values: Values | undefined): string[] {
  const urls = design.blocks.map((block) => blockImageUrl(block, values));
  return [...new Set([design.background ?? '', ...urls])].filter((url) => url !== '');
}

function blockImageUrl(block: Block, values: Values | undefined): string {
  return (!block.hidden && kindOf(block).pictureUrl?.(block, values)) || '';
}

function layBlock({ design, ...input }: LayoutInput, block: Block, blockIndex: number): Laid {
  const { values, lang, fonts, measure, pictures } = input;
  const frame = blockFrame(block, pageBox(design));
  return kindOf(block).layout(block, { frame, blockIndex, values, lang, fonts, measure, pictures });
}

function layBackground(input: LayoutInput, trim: Rect, viewBox: Rect): Laid {
  const { design } = input;
  const area = design.background_bleeds ? viewBox : trim;
  const color: DisplayItem[] = design.background_color
    ? [{ kind: 'rect', ...area, fill: design.background_color }]
    : [];
  const picture = layPicture(input.pictures, design.background ?? '', area, { fit: 'cover' });
  return { ...picture, items: [...color, ...picture.items] };
}

/** Lays out a page. It is a pure function of its input, shared by the editor, the previews and the printed page. */
export function layout(input: LayoutInput): DisplayPage {
  const { design } = input;
  const page = pageBox(design);
  const trim = { x: 0, y: 0, ...page };
  const bleed = input.bleed ? bleedPx(design) : { x: 0, y: 0 };
  const viewBox = {
    x: 0 - bleed.x,
    y: 0 - bleed.y,
    width: page.width + 2 * bleed.x,
    height: page.height + 2 * bleed.y,
  };
  const groups: DisplayGroup[] = [];
  const warnings: LayoutWarning[] = [];
  const add = (blockIndex: number, laid: Laid) => {
    if (laid.items.length > 0) groups.push({ blockIndex, role: laid.role, items: laid.items });
    for (const code of laid.warnings ?? []) warnings.push({ blockIndex, code });
  };

  add(-1, layBackground(input, trim, viewBox));
  const visible = design.blocks
    .map((block, index) => ({ block, blockIndex: block.block_index ?? index, z: block.z_index ?? index }))
    .filter(({ block }) => !block.hidden)
    .sort((a, b) => a.z - b.z);
  for (const { block, blockIndex } of visible) add(blockIndex, layBlock(input, block, blockIndex));
  return { viewBox, groups, warnings };
}
