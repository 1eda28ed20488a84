import type { Block } from '../../core/blocks';
import type { BlockField, BlockFields, Blocks } from '../fields/blockField';

/** The fields of all folders. They come once something is selected. */
const modules = import.meta.glob<BlockFields<Block>>('./*/view.tsx', { eager: true, import: 'fields' });

function fieldsOf({ kind }: { kind: Block['kind'] }): BlockFields<Block> {
  return modules[`./${kind.replaceAll('_', '-')}/view.tsx`] ?? [];
}

/** The fields that all of these blocks have. */
export function sharedFields(blocks: Blocks<Block>): readonly BlockField<Block>[] {
  const [first, ...others] = blocks;
  return fieldsOf(first).filter(
    (field) =>
      (blocks.length === 1 || !field.solo) && others.every((other) => fieldsOf(other).includes(field)),
  );
}
