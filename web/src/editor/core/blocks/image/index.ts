import { layPicture } from '../../layout/image';
import { pxBox } from '../../primitives/sizes';
import { type BlockKind, MANY, THINNEST_PX } from '../kind';
import type { ImageBlock } from './block';

export const image: BlockKind<ImageBlock> = {
  needs: 'image_url',
  content: ['image_url', 'alt'],
  words: (block) => block.alt ?? '',
  smallest: (page) => pxBox(THINNEST_PX, page),
  keepsShape: () => 'corners',
  pictureUrl: (block) => block.image_url,
  placeholder: () => '',
  ground: () => MANY,
  layout: (block, { pictures, frame }) => layPicture(pictures, block.image_url, frame, block),
};
