import { tagsIn } from '../layout/tags';
import { type BlockKey, keyOf } from './sheet';
import type { Block } from './types';

/** Returns the texts of a block that may contain tags. */
function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [block.model];
    case 'qr':
      return [block.qr_code];
    case 'image_attribute':
      return [block.custom_image_attribute];
    default:
      return [];
  }
}

/** Returns the distinct tags of a block. */
export function tagsOf(block: Block): string[] {
  return [...new Set(textsOf(block).flatMap(tagsIn))];
}

/** Returns the tags of blocks, each with the blocks that use it, in page order. */
export function usedTags(blocks: readonly Block[]): Map<string, BlockKey[]> {
  const used = new Map<string, BlockKey[]>();
  for (const block of blocks) {
    for (const tag of tagsOf(block)) {
      used.set(tag, [...(used.get(tag) ?? []), keyOf(block)]);
    }
  }
  return used;
}
