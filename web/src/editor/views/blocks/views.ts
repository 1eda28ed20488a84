import type { Block } from '../../core/blocks';
import type { BlockField, BlockFields, Blocks } from '../fields/blockField';

/** The fields of all block kinds, loaded on the first selection. */
const modules = import.meta.glob<BlockFields<Block>>('./*/view.tsx', { eager: true, import: 'fields' });

function fieldsOf({ kind }: { kind: Block['kind'] }): BlockFields<Block> {
  return modules[`./${kind.replaceAll('_', '-')}/view.tsx`] ?? [];
}

/** Returns the fields that all these blocks have in common. */
export function sharedFields(blocks: Blocks<Block>): readonly BlockField<Block>[] {
  const [first, ...others] = blocks;
  return fieldsOf(first).filter(
    (field) =>
      (blocks.length === 1 || !field.solo) && others.every((other) => fieldsOf(other).includes(field)),
  );
}
