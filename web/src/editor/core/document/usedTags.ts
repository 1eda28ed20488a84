import { tagsIn } from '../layout/tags';
import { type BlockKey, keyOf } from './sheet';
import type { Block } from './types';

/** Where a block can have tags. */
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

/** The tags that a block uses, each once. */
export function tagsOf(block: Block): string[] {
  return [...new Set(textsOf(block).flatMap(tagsIn))];
}

/** The tags that blocks use, each with the blocks that do, in the order of the page. */
export function usedTags(blocks: readonly Block[]): Map<string, BlockKey[]> {
  const used = new Map<string, BlockKey[]>();
  for (const block of blocks) {
    for (const tag of tagsOf(block)) {
      used.set(tag, [...(used.get(tag) ?? []), keyOf(block)]);
    }
  }
  return used;
}
