import type { PictureLooks } from '../../layout/image';
import type { BlockBase, PageShape, Values } from '../../primitives/base';
import { pxToPercent } from '../../primitives/percent';
import { type Box, pageBox } from '../../primitives/sizes';

export type ImageAttributeBlock = BlockBase &
  PictureLooks & { kind: 'image_attribute'; custom_image_attribute: string };

/** Returns a block of a given size in px for the image of an attribute. */
export function newImageAttributeBlock(
  tagName: string,
  { width, height }: Box,
  page: PageShape,
): ImageAttributeBlock {
  const box = pageBox(page);
  return {
    kind: 'image_attribute',
    custom_image_attribute: `[${tagName}]`,
    top: '40%',
    left: '40%',
    image_width: pxToPercent(width, box.width),
    image_height: pxToPercent(height, box.height),
    fit: 'contain',
  };
}

/** Returns the URL of the recipient's image for the block. */
export function attributeUrl({ custom_image_attribute: tag }: ImageAttributeBlock, values?: Values): string {
  return values?.[tag.slice(1, -1)]?.value ?? '';
}
