import { layPicture } from '../../layout/image';
import { pxBox } from '../../primitives/sizes';
import { type BlockKind, MANY, THINNEST_PX } from '../kind';
import { attributeUrl, type ImageAttributeBlock } from './block';

export const image_attribute: BlockKind<ImageAttributeBlock> = {
  needs: 'custom_image_attribute',
  content: ['custom_image_attribute', 'alt'],
  words: (block) => block.custom_image_attribute,
  smallest: (page) => pxBox(THINNEST_PX, page),
  pictureUrl: attributeUrl,
  placeholder: (block) => block.custom_image_attribute,
  ground: () => MANY,
  layout: (block, { pictures, frame, values }) =>
    layPicture(pictures, attributeUrl(block, values), frame, block),
};
