import { useMemo } from 'react';
import type { Block } from '../../core/document/types';
import { tagsOf } from '../../core/document/usedTags';
import { useEditorContext } from './context';

/**
 * Returns a function that finds the tags of a block whose attributes no longer exist. It finds none while the attributes are
 * unknown.
 */
export function useGoneTags(): (block: Block) => readonly string[] {
  const { attributes } = useEditorContext().ports;
  return useMemo(() => {
    const known = new Set(attributes.map(({ tagName }) => tagName));
    if (known.size === 0) return () => [];
    // The result is cached by block, so an unchanged block is checked only once.
    const found = new WeakMap<Block, readonly string[]>();
    return (block: Block) => {
      const gone = found.get(block) ?? tagsOf(block).filter((tag) => !known.has(tag));
      found.set(block, gone);
      return gone;
    };
  }, [attributes]);
}
