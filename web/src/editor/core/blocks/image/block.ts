import type { PictureLooks } from '../../layout/image';
import type { BlockBase } from '../../primitives/base';

export type ImageBlock = BlockBase & PictureLooks & { kind: 'image'; image_url: string };

export function newImageBlock(url: string): ImageBlock {
  return {
    kind: 'image',
    image_url: url,
    top: '40%',
    left: '40%',
    image_width: '20%',
    image_height: '20%',
    fit: 'contain',
  };
}
