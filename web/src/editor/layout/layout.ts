import type { FontPicker } from '../fonts/face';
import { bleedPx, pageBox } from '../model/sizes';
import type { Block, DesignDocument, ImageFit, Values } from '../model/types';
import type { DisplayGroup, DisplayItem, DisplayPage, LayoutWarning, Rect, WarningCode } from './display';
import { blockFrame } from './frame';
import { layoutImage, type Picture } from './image';
import { layoutLine } from './line';
import type { Measure } from './measure';
import { layoutQr } from './qr';
import { textRun } from './run';
import { layoutShape } from './shape';
import { fillTags } from './tags';
import { layoutText } from './text';

export type LayoutInput = {
  design: DesignDocument;
  /** One recipient's values; without them the tags show in their brackets. */
  values?: Values | undefined;
  lang: string;
  fonts: FontPicker;
  measure: Measure;
  /** Loaded pictures by the url that names them in the design or in a value. */
  pictures: ReadonlyMap<string, Picture>;
  /** Print mode: the page grows by the bleed of its size. */
  bleed?: boolean;
};

type Laid = { items: DisplayItem[]; role: DisplayGroup['role']; warnings?: WarningCode[] };

/** The pictures that a page may need, by url. */
export function imageUrls(design: DesignDocument, values: Values | undefined): string[] {
  const urls = design.blocks.map((block) => blockImageUrl(block, values));
  return [...new Set([design.background ?? '', ...urls])].filter((url) => url !== '');
}

function blockImageUrl(block: Block, values: Values | undefined): string {
  if (block.hidden) return '';
  if (block.kind === 'image') return block.image_url;
  if (block.kind !== 'image_attribute') return '';
  return values?.[block.custom_image_attribute.slice(1, -1)]?.value ?? '';
}

function layPicture(input: LayoutInput, url: string, frame: Rect, fit: ImageFit, alt: string): Laid {
  const role = alt === '' ? 'decoration' : 'figure';
  if (url === '') return { items: [], role };
  const picture = input.pictures.get(url);
  if (!picture) return { items: [], role, warnings: ['missing_image'] };
  return { items: [layoutImage(picture, frame, fit, alt)], role };
}

function layBlock(input: LayoutInput, block: Block, blockIndex: number): Laid {
  const { design, values, lang, fonts, measure } = input;
  const frame = blockFrame(block, pageBox(design));
  switch (block.kind) {
    case 'text': {
      const run = textRun(block, values, lang, fonts);
      return { role: block.role ?? 'paragraph', ...layoutText(block, run, { frame, blockIndex, measure }) };
    }
    case 'image':
    case 'image_attribute':
      return layPicture(input, blockImageUrl(block, values), frame, block.fit ?? 'contain', block.alt ?? '');
    case 'qr': {
      const items = layoutQr(block, fillTags(block.qr_code, values, lang), frame);
      return { role: 'decoration', items: items ?? [], warnings: items ? [] : ['bad_qr'] };
    }
    case 'line':
      return { role: 'decoration', items: layoutLine(block, frame) };
    case 'rectangle':
    case 'ellipse':
      return { role: 'decoration', items: layoutShape(block, frame) };
  }
}

function layBackground(input: LayoutInput, trim: Rect, viewBox: Rect): Laid {
  const { design } = input;
  const area = design.background_bleeds ? viewBox : trim;
  const color: DisplayItem[] = design.background_color
    ? [{ kind: 'rect', ...area, fill: design.background_color }]
    : [];
  const picture = layPicture(input, design.background ?? '', area, 'cover', '');
  return { ...picture, items: [...color, ...picture.items] };
}

/** Lays out one page: a pure function of its input, the same for the editor, the previews and the printed page. */
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
