import { useMemo } from 'react';
import type { Block } from '../../core/document/types';
import { tagsOf } from '../../core/document/usedTags';
import { useEditorContext } from './context';

/** Finds the tags of a block whose attributes no longer exist; none while it is not known which do. */
export function useGoneTags(): (block: Block) => readonly string[] {
  const { attributes } = useEditorContext().ports;
  return useMemo(() => {
    const known = new Set(attributes.map(({ tagName }) => tagName));
    if (known.size === 0) return () => [];
    // A block that stays as it is is looked at once, however often the page is painted.
    const found = new WeakMap<Block, readonly string[]>();
    return (block: Block) => {
      const gone = found.get(block) ?? tagsOf(block).filter((tag) => !known.has(tag));
      found.set(block, gone);
      return gone;
    };
  }, [attributes]);
}
