import { useMemo } from 'react';
import { useView } from '../context';
import type { Block } from '../model/types';
import { type BlockKey, keyOf } from '../state/sheet';
import type { Assets } from './assets';
import { BlockNode } from './BlockNode';

type Props = { blocks: readonly Block[]; assets: Assets; editing: BlockKey | null };

/** All blocks, from back to front. The words that are edited show their tags; while an input method composes it shows them. */
export function PageBlocks({ blocks, assets, editing }: Props) {
  const composing = useView((state) => state.composing);
  const bare = useMemo(() => ({ ...assets, values: undefined }), [assets]);
  return blocks.map((block) => {
    const key = keyOf(block);
    if (key === editing && composing) return null;
    return <BlockNode key={key} block={block} assets={key === editing ? bare : assets} />;
  });
}
