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

/** Blocks that move as one: a whole group, or one block. */
export type Unit = { keys: readonly BlockKey[]; frame: Frame };

/** These blocks with all that are grouped with them. In the group that one has gone into, each stands for itself. */
export function wholeGroups(sheet: Sheet, keys: readonly BlockKey[], entered: GroupId | null): BlockKey[] {
  const { blocks } = sheet.design;
  const chosen = chosenBlocks(sheet, keys);
  const groups = new Set(chosen.map((block) => groupOf(blocks, block)).filter((group) => group !== entered));
  groups.delete(undefined);
  return blocks.filter((block) => keys.includes(keyOf(block)) || groups.has(block.group)).map(keyOf);
}

/** The chosen blocks as what moves as one. */
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

/** Makes one group of two or more blocks, which come together where the front one is. */
export function groupBlocks(sheet: Sheet, keys: readonly BlockKey[]): Sheet {
  if (chosenBlocks(sheet, keys).length < 2) return sheet;
  const group = newGroupId(sheet.design);
  const grouped = mapBlocks(sheet, keys, (block) => ({ ...block, group }));
  const members = membersOf(grouped.design.blocks, group);
  const front = grouped.design.blocks.findLastIndex((block) => block.group === group);
  const behind = grouped.design.blocks.slice(0, front).filter((block) => block.group !== group);
  return withBlocks(grouped, [...behind, ...members, ...grouped.design.blocks.slice(front + 1)]);
}

/** Makes single blocks again of the groups that these blocks are in. */
export function ungroupBlocks(sheet: Sheet, keys: readonly BlockKey[]): Sheet {
  const all = wholeGroups(sheet, keys, null);
  return mapBlocks(sheet, all, ({ group: _, ...block }) => block as Block);
}

export function groupName({ design }: Sheet, group: GroupId): string | undefined {
  return design.groups?.find(({ id }) => id === group)?.name;
}

/** Names a group; without a name it is called by its blocks. */
export function renameGroup(sheet: Sheet, group: GroupId, name: string): Sheet {
  const others = (sheet.design.groups ?? []).filter(({ id }) => id !== group);
  const groups = name.trim() === '' ? others : [...others, { id: group, name }];
  return { ...sheet, design: { ...sheet.design, groups } };
}

/** Blocks as they are copied: in a group only where all of it is copied. */
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

/** The group that all of these blocks are in. */
export function commonGroup(sheet: Sheet, keys: readonly BlockKey[]): GroupId | undefined {
  const { blocks } = sheet.design;
  const [first, ...others] = keys.map((key) => groupOf(blocks, findBlock(sheet, key)));
  return others.every((group) => group === first) ? first : undefined;
}
