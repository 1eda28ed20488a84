import { kindOf } from '../../core/blocks';
import type { Sheet } from '../../core/document/sheet';
import type { Block, DesignDocument, DesignSize, Orientation } from '../../core/document/types';
import { frameOf, withFrame } from '../../core/geometry/frames';
import { type Box, isVector, pageBox, printBox, SIZES } from '../../core/primitives/sizes';

/** The largest difference between the aspect ratios of an image and the page at which the image can fill the page. */
const SHAPE_TOLERANCE = 0.02;

/**
 * Changes the orientation or size of the page. Blocks keep their share of the page. Lengths in px scale with the paper, so that
 * changing the page back restores them.
 */
export function changePage(sheet: Sheet, change: { size?: DesignSize; orientation?: Orientation }): Sheet {
  const design = { ...sheet.design, ...change };
  const page = pageBox(design);
  const old = pageBox(sheet.design);
  const factor = Math.sqrt((page.width * page.height) / (old.width * old.height));
  if (SIZES[design.size].bleedMm === 0) design.background_bleeds = false;
  design.blocks = design.blocks.map((block) => {
    const grown = factor === 1 ? block : measured(block, factor);
    if (!kindOf(block).keepsPixels) return grown;
    const frame = frameOf(block);
    const width = (frame.width * old.width * factor) / page.width;
    const height = (frame.height * old.height * factor) / page.height;
    return withFrame(grown, { ...frame, width, height }, design);
  });
  return { ...sheet, design };
}

/** Returns a block with its style fields in px scaled by a factor. */
function measured(block: Block, factor: number): Block {
  const looks = Object.entries(kindOf(block).measured ?? {}).map(([name, { without, least, most }]) => {
    const value = Number((block as Record<string, unknown>)[name] ?? without) * factor;
    return [name, Number(Math.min(Math.max(value, least), most).toFixed(2))];
  });
  return { ...block, ...Object.fromEntries(looks) };
}

export function patchDesign(sheet: Sheet, change: Partial<DesignDocument>): Sheet {
  return { ...sheet, design: { ...sheet.design, ...change } };
}

/** Returns why an image cannot bleed in print, if it cannot. Vector images are sharp at any size. */
export function bleedProblem(
  url: string,
  picture: Box,
  design: Pick<DesignDocument, 'size' | 'orientation'>,
): 'shape' | 'small' | undefined {
  const needed = printBox(design);
  const shape = picture.width / picture.height / (needed.width / needed.height);
  if (Math.abs(shape - 1) > SHAPE_TOLERANCE) return 'shape';
  const sharp = isVector(url) || (picture.width >= needed.width && picture.height >= needed.height);
  return sharp ? undefined : 'small';
}

/** Sets the background image. It only bleeds if it has print resolution. */
export function setBackground(sheet: Sheet, url: string, picture: Box | undefined): Sheet {
  const bleeds =
    (sheet.design.background_bleeds ?? false) &&
    picture !== undefined &&
    bleedProblem(url, picture, sheet.design) === undefined;
  return patchDesign(sheet, { background: url, background_bleeds: bleeds });
}
