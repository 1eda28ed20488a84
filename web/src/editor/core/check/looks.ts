import { kindOf } from '../blocks';
import { attributeUrl } from '../blocks/image-attribute/block';
import { MANY } from '../blocks/kind';
import { QR_DEFAULTS, smallestQr } from '../blocks/qr/block';
import { TEXT_DEFAULTS } from '../blocks/text/block';
import type { Block, DesignDocument, Values } from '../document/types';
import type { Rect } from '../layout/display';
import { PICTURE_DEFAULTS, type Picture } from '../layout/image';
import { printedDpi, SHARP_DPI } from '../layout/resolution';
import { blockFrame } from '../page/frame';
import { loadPicture } from '../paint/pictures';
import { type Shades, shadesOf } from '../paint/shade';
import { contrastRatio, LEAST_CONTRAST } from '../primitives/color';
import { type Box, isVector, pageBox } from '../primitives/sizes';

/** Visual problems in print that are the same for all recipients. */
export type LookCode = 'faint_text' | 'faint_qr' | 'small_qr' | 'coarse_picture' | 'missing_picture';

/** A visual problem of a block, by key, or of the background, by BACKGROUND. */
export type Look = { block: number; code: LookCode };

export const BACKGROUND = -1;

/** Loads images and reads the colours of the background. */
export type Tools = {
  load: (url: string) => Promise<Picture>;
  shades: (picture: Picture, page: Box) => Promise<Shades>;
};

const BROWSER: Tools = { load: loadPicture, shades: shadesOf };

/** The background of all blocks: the colours of the image, if there is one, on top of the paper's colour. */
type Ground = { paper: string | undefined; picture: Shades | undefined };

type Placed = { key: number; block: Block; frame: Rect };

/** Returns the visual problems of a design, including its images. It ignores content that differs between recipients. */
export async function looksOf(design: DesignDocument, tools: Tools = BROWSER): Promise<Look[]> {
  const page = pageBox(design);
  const ground = await groundOf(design, tools);
  const placed = drawn(design).map(
    ({ key, block }): Placed => ({ key, block, frame: blockFrame(block, page) }),
  );
  const found = await Promise.all(
    placed.map(async (one, index): Promise<Look[]> => {
      const codes = await flawsOf(one, placed.slice(0, index), ground, design, tools.load);
      return codes.map((code) => ({ block: one.key, code }));
    }),
  );
  const behind = await pictureFlaws(design.background ?? '', { x: 0, y: 0, ...page }, 'cover', tools.load);
  return [...behind.map((code) => ({ block: BACKGROUND, code })), ...found.flat()];
}

/** Returns the image attributes of a design for which a recipient has no image. */
export function picturesWithout(design: DesignDocument, values: Values): Look[] {
  return drawn(design).flatMap(({ block, key }) =>
    block.kind === 'image_attribute' && attributeUrl(block, values) === ''
      ? [{ block: key, code: 'missing_picture' as const }]
      : [],
  );
}

async function groundOf(design: DesignDocument, { load, shades }: Tools): Promise<Ground> {
  const paper = design.background_color ?? (design.kind === 'badge' ? undefined : '#ffffff');
  if (!design.background) return { paper, picture: undefined };
  try {
    return { paper, picture: await shades(await load(design.background), pageBox(design)) };
  } catch {
    return { paper, picture: undefined }; // a picture that is not there is told by itself
  }
}

/** Returns the visible blocks, from back to front. */
function drawn(design: DesignDocument) {
  return design.blocks
    .map((block, index) => ({ block, key: block.block_index ?? index, z: block.z_index ?? index }))
    .filter(({ block }) => !block.hidden)
    .sort((a, b) => a.z - b.z);
}

async function flawsOf(
  { block, frame }: Placed,
  behind: Placed[],
  ground: Ground,
  design: DesignDocument,
  load: Tools['load'],
): Promise<LookCode[]> {
  switch (block.kind) {
    case 'text': {
      const color = colorBehind(frame, behind, ground);
      const faint = color && contrastRatio(block.color ?? TEXT_DEFAULTS.color, color) < LEAST_CONTRAST;
      return faint ? ['faint_text'] : [];
    }
    case 'qr': {
      const { foreground_color, background_color } = { ...QR_DEFAULTS, ...block };
      const faint = contrastRatio(foreground_color, background_color) < LEAST_CONTRAST;
      // Frames are in percent of the page, so rounding may cost half a px.
      const small = Math.min(frame.width, frame.height) < smallestQr(design) - 0.5;
      return [...(faint ? (['faint_qr'] as const) : []), ...(small ? (['small_qr'] as const) : [])];
    }
    case 'image':
      return pictureFlaws(block.image_url, frame, block.fit ?? PICTURE_DEFAULTS.fit, load);
    default:
      return [];
  }
}

/** Returns the main colour behind a block, or undefined if it is behind another image or has no background. */
function colorBehind(frame: Rect, behind: Placed[], ground: Ground): string | undefined {
  const x = frame.x + frame.width / 2;
  const y = frame.y + frame.height / 2;
  const covers = ({ frame: f }: Placed) => x >= f.x && x <= f.x + f.width && y >= f.y && y <= f.y + f.height;
  for (const { block } of behind.filter(covers).reverse()) {
    const own = kindOf(block).ground?.(block);
    if (own === MANY) return undefined;
    if (own !== undefined) return own;
  }
  return ground.picture ? ground.picture.of(frame) : ground.paper;
}

async function pictureFlaws(
  url: string,
  frame: Rect,
  fit: 'contain' | 'cover' | 'fill',
  load: Tools['load'],
): Promise<LookCode[]> {
  if (url === '') return [];
  try {
    const picture = await load(url);
    return !isVector(url) && printedDpi(picture, frame, fit) < SHARP_DPI ? ['coarse_picture'] : [];
  } catch {
    return ['missing_picture'];
  }
}
