import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../core/blocks';
import { membersOf } from '../../core/document/groups';
import type { Sheet } from '../../core/document/sheet';
import type { Block, GroupId } from '../../core/document/types';
import { around, frameOf } from '../../core/geometry/frames';
import { groupName } from '../../state/editing/groups';
import { isLocked, LOCK_PARTS } from '../../state/editing/locks';

const EXCERPT = 40;

export type BlockWords = ReturnType<typeof blockWords>;

/** Returns the names of blocks for lists and announcements: their own name, or their kind and text. */
export function useBlockWords() {
  const { t, i18n } = useTranslation();
  return useMemo(() => blockWords(t, i18n.language), [t, i18n.language]);
}

function blockWords(t: TFunction, language: string) {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const list = new Intl.ListFormat(language);
  const kind = (block: Block) => t(`editor.kind.${block.kind}`);
  const name = (block: Block) => {
    if (block.name) return block.name;
    const text = wordsOf(block);
    return text === '' ? kind(block) : text;
  };
  const described = (what: string, called: string, blocks: readonly Block[]) => {
    const { left, top } = around(blocks.map(frameOf));
    const place = t('editor.layers.described', {
      kind: what,
      name: called,
      left: number.format(left),
      top: number.format(top),
    });
    const parts = LOCK_PARTS.filter((part) => blocks.every((block) => isLocked(block, part)));
    if (parts.length === 0) return place;
    return t('editor.layers.locked', {
      block: place,
      parts: list.format(parts.map((part) => t(`editor.lock.${part}`))),
    });
  };
  const groupCalled = (sheet: Sheet, group: GroupId): string => {
    const members = membersOf(sheet.design.blocks, group);
    const front = members.at(-1);
    return (
      groupName(sheet, group) ??
      t('editor.group.called', { name: front ? name(front) : '', count: Math.max(members.length - 1, 0) })
    );
  };
  return {
    kind,
    name,
    /** "Text “Dear …”, 10.5 % from the left, 20 % from the top, locked: place, looks" */
    described: (block: Block) => described(kind(block), name(block), [block]),
    /** The name of a group, or that of its front block. */
    group: groupCalled,
    describedGroup: (sheet: Sheet, group: GroupId) =>
      described(t('editor.group.kind'), groupCalled(sheet, group), membersOf(sheet.design.blocks, group)),
  };
}

function wordsOf(block: Block): string {
  const line = (kindOf(block).words?.(block) ?? '').replace(/\s+/g, ' ').trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line;
}
