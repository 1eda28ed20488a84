import type { Block, DesignDocument, GroupId } from './types';

/** Returns the blocks of a group, from back to front. */
export function membersOf(blocks: readonly Block[], group: GroupId): Block[] {
  return blocks.filter((block) => block.group === group);
}

/** Returns the group of a block. A group with a single block counts as none. */
export function groupOf(blocks: readonly Block[], block: Block | undefined): GroupId | undefined {
  if (block?.group === undefined) return undefined;
  return membersOf(blocks, block.group).length > 1 ? block.group : undefined;
}

/** Returns a group ID that is unused in the design. */
export function newGroupId(design: Pick<DesignDocument, 'blocks' | 'groups'>): GroupId {
  const taken = new Set([
    ...design.blocks.map(({ group }) => group),
    ...(design.groups ?? []).map(({ id }) => id),
  ]);
  let number = 1;
  while (taken.has(`g${number}`)) number++;
  return `g${number}`;
}

/** Removes groups with a single block, and the names of groups that no longer exist. */
export function tidyGroups(design: DesignDocument): DesignDocument {
  const blocks = design.blocks.map((block) => {
    const { group, ...alone } = block;
    return group === undefined || groupOf(design.blocks, block) ? block : (alone as Block);
  });
  const { groups, ...rest } = design;
  const used = groups?.filter(({ id }) => blocks.some(({ group }) => group === id)) ?? [];
  return used.length > 0 ? { ...rest, blocks, groups: used } : { ...rest, blocks };
}

/** Copied blocks and the names of their groups. */
export type Copies = Pick<DesignDocument, 'blocks' | 'groups'>;

/**
 * Assigns new group IDs to the copies, so that they do not join the groups that they were copied from. Group names are kept.
 */
export function regrouped(design: Copies, { blocks, groups = [] }: Copies): Required<Copies> {
  const renewed = new Map<GroupId, GroupId>();
  const taken = [...design.blocks];
  const copies = blocks.map((copy) => {
    const { group, ...alone } = copy;
    if (group === undefined || groupOf(blocks, copy) === undefined) return alone as Block;
    const known = renewed.get(group);
    const block = { ...copy, group: known ?? newGroupId({ ...design, blocks: taken }) };
    if (known === undefined) {
      renewed.set(group, block.group);
      taken.push(block);
    }
    return block;
  });
  const named = groups.flatMap(({ id, name }) => {
    const next = renewed.get(id);
    return next === undefined ? [] : [{ id: next, name }];
  });
  return { blocks: copies, groups: named };
}
