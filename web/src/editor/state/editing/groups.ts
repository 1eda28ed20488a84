import { type Copies, groupOf, membersOf, newGroupId } from '../../core/document/groups';
import {
  type BlockKey,
  chosenBlocks,
  findBlock,
  keyOf,
  mapBlocks,
  type Sheet,
  withBlocks,
} from '../../core/document/sheet';
import type { Block, GroupId } from '../../core/document/types';
import { around, type Frame, frameOf } from '../../core/geometry/frames';

/** Blocks that move together: a whole group or a single block. */
export type Unit = { keys: readonly BlockKey[]; frame: Frame };

/** Returns the keys of these blocks and all blocks in their groups. Blocks of the entered group count individually. */
export function wholeGroups(sheet: Sheet, keys: readonly BlockKey[], entered: GroupId | null): BlockKey[] {
  const { blocks } = sheet.design;
  const chosen = chosenBlocks(sheet, keys);
  const groups = new Set(chosen.map((block) => groupOf(blocks, block)).filter((group) => group !== entered));
  groups.delete(undefined);
  return blocks.filter((block) => keys.includes(keyOf(block)) || groups.has(block.group)).map(keyOf);
}

/** Returns the selected blocks as units. */
export function unitsOf(sheet: Sheet, keys: readonly BlockKey[], entered: GroupId | null): Unit[] {
  const units = new Map<GroupId | BlockKey, Block[]>();
  for (const block of chosenBlocks(sheet, keys)) {
    const group = groupOf(sheet.design.blocks, block);
    const id = group === undefined || group === entered ? keyOf(block) : group;
    units.set(id, [...(units.get(id) ?? []), block]);
  }
  return [...units.values()].map((blocks) => ({
    keys: blocks.map(keyOf),
    frame: around(blocks.map(frameOf)),
  }));
}

/** Groups two or more blocks. They are moved to the position of the front one. */
export function groupBlocks(sheet: Sheet, keys: readonly BlockKey[]): Sheet {
  if (chosenBlocks(sheet, keys).length < 2) return sheet;
  const group = newGroupId(sheet.design);
  const grouped = mapBlocks(sheet, keys, (block) => ({ ...block, group }));
  const members = membersOf(grouped.design.blocks, group);
  const front = grouped.design.blocks.findLastIndex((block) => block.group === group);
  const behind = grouped.design.blocks.slice(0, front).filter((block) => block.group !== group);
  return withBlocks(grouped, [...behind, ...members, ...grouped.design.blocks.slice(front + 1)]);
}

/** Dissolves the groups of these blocks. */
export function ungroupBlocks(sheet: Sheet, keys: readonly BlockKey[]): Sheet {
  const all = wholeGroups(sheet, keys, null);
  return mapBlocks(sheet, all, ({ group: _, ...block }) => block as Block);
}

export function groupName({ design }: Sheet, group: GroupId): string | undefined {
  return design.groups?.find(({ id }) => id === group)?.name;
}

/** Renames a group. A group without a name is labelled by its blocks. */
export function renameGroup(sheet: Sheet, group: GroupId, name: string): Sheet {
  const others = (sheet.design.groups ?? []).filter(({ id }) => id !== group);
  const groups = name.trim() === '' ? others : [...others, { id: group, name }];
  return { ...sheet, design: { ...sheet.design, groups } };
}

/** Returns the blocks to copy. A group is only kept if all of its blocks are copied. */
export function copiesOf(sheet: Sheet, keys: readonly BlockKey[]): Copies {
  const blocks = chosenBlocks(sheet, keys).map((block) => {
    const { group, ...alone } = block;
    const whole =
      group !== undefined &&
      membersOf(sheet.design.blocks, group).every((member) => keys.includes(keyOf(member)));
    return whole ? block : (alone as Block);
  });
  const groups = (sheet.design.groups ?? []).filter(({ id }) => membersOf(blocks, id).length > 0);
  return { blocks, groups };
}

/** Returns the group that contains all of these blocks, if any. */
export function commonGroup(sheet: Sheet, keys: readonly BlockKey[]): GroupId | undefined {
  const { blocks } = sheet.design;
  const [first, ...others] = keys.map((key) => groupOf(blocks, findBlock(sheet, key)));
  return others.every((group) => group === first) ? first : undefined;
}
