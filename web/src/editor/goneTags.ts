import { useMemo } from 'react';
import { useEditorContext } from './context';
import type { Block } from './model/types';
import { tagsOf } from './panels/usedTags';

/** Finds the tags of a block whose attributes no longer exist; none while it is not known which do. */
export function useGoneTags(): (block: Block) => readonly string[] {
  const { attributes } = useEditorContext().ports;
  return useMemo(() => {
    const known = new Set(attributes.map(({ tagName }) => tagName));
    return (block) => (known.size === 0 ? [] : tagsOf(block).filter((tag) => !known.has(tag)));
  }, [attributes]);
}
