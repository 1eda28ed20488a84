import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from './blocks';
import type { Block } from './model/types';
import { frameOf } from './state/frames';

const EXCERPT = 40;

/** How a block is called in lists and announcements: its own name, or its kind and its words. */
export function useBlockWords() {
  const { t, i18n } = useTranslation();
  return useMemo(() => blockWords(t, i18n.language), [t, i18n.language]);
}

function blockWords(t: TFunction, language: string) {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const kind = (block: Block) => t(`editor.kind.${block.kind}`);
  const name = (block: Block) => {
    if (block.name) return block.name;
    const text = wordsOf(block);
    return text === '' ? kind(block) : text;
  };
  return {
    kind,
    name,
    /** "Text “Dear …”, 10.5 % from the left, 20 % from the top" */
    described: (block: Block) => {
      const { left, top } = frameOf(block);
      return t('editor.layers.described', {
        kind: kind(block),
        name: name(block),
        left: number.format(left),
        top: number.format(top),
      });
    },
  };
}

function wordsOf(block: Block): string {
  const line = (kindOf(block).words?.(block) ?? '').replace(/\s+/g, ' ').trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line;
}
