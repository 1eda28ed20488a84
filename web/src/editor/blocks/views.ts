import { IconQuestionMark } from '@tabler/icons-react';
import type { Block } from '.';
import type { BlockField, Blocks, BlockView } from './view';

/** The views of all folders. They come with the editor; the printed page has no use for them. */
const modules = import.meta.glob<BlockView<Block>>('./*/view.tsx', { eager: true, import: 'view' });

const UNKNOWN: BlockView<Block> = { icon: IconQuestionMark, fields: [] };

/** Icon and fields of a kind, which its folder has: `image_attribute` is in `image-attribute`. */
export function viewOf({ kind }: { kind: Block['kind'] }): BlockView<Block> {
  return modules[`./${kind.replaceAll('_', '-')}/view.tsx`] ?? UNKNOWN;
}

/** The fields that all of these blocks have. */
export function sharedFields(blocks: Blocks<Block>): readonly BlockField<Block>[] {
  const [first, ...others] = blocks;
  return viewOf(first).fields.filter(
    (field) =>
      (blocks.length === 1 || !field.solo) && others.every((other) => viewOf(other).fields.includes(field)),
  );
}
