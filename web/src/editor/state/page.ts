import { kindOf } from '../blocks';
import { type Box, pageBox, printBox, SIZES } from '../model/sizes';
import type { DesignDocument, DesignSize, Orientation } from '../model/types';
import { frameOf, withFrame } from './frames';
import type { Sheet } from './sheet';

/** How far a picture's shape may be from the page's for it to fill the page unharmed. */
const SHAPE_TOLERANCE = 0.02;
const VECTOR = /\.svg(?:\?|$)/i;

/** Turns the page or gives it another size. Some kinds keep their size in px, the others their share of the page. */
export function changePage(sheet: Sheet, change: { size?: DesignSize; orientation?: Orientation }): Sheet {
  const design = { ...sheet.design, ...change };
  const page = pageBox(design);
  const old = pageBox(sheet.design);
  if (SIZES[design.size].bleedMm === 0) design.background_bleeds = false;
  design.blocks = design.blocks.map((block) => {
    if (!kindOf(block).keepsPixels) return block;
    const frame = frameOf(block);
    const width = (frame.width * old.width) / page.width;
    const height = (frame.height * old.height) / page.height;
    return withFrame(block, { ...frame, width, height }, design);
  });
  return { ...sheet, design };
}

export function patchDesign(sheet: Sheet, change: Partial<DesignDocument>): Sheet {
  return { ...sheet, design: { ...sheet.design, ...change } };
}

/** Why a picture cannot run over the edge of the printed page; drawings are sharp at any size. */
export function bleedProblem(
  url: string,
  picture: Box,
  design: Pick<DesignDocument, 'size' | 'orientation'>,
): 'shape' | 'small' | undefined {
  const needed = printBox(design);
  const shape = picture.width / picture.height / (needed.width / needed.height);
  if (Math.abs(shape - 1) > SHAPE_TOLERANCE) return 'shape';
  const sharp = VECTOR.test(url) || (picture.width >= needed.width && picture.height >= needed.height);
  return sharp ? undefined : 'small';
}

/** Gives the page a background picture; one that is not at print resolution does not bleed. */
export function setBackground(sheet: Sheet, url: string, picture: Box | undefined): Sheet {
  const bleeds =
    (sheet.design.background_bleeds ?? false) &&
    picture !== undefined &&
    bleedProblem(url, picture, sheet.design) === undefined;
  return patchDesign(sheet, { background: url, background_bleeds: bleeds });
}
