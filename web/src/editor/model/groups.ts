import type { Block, DesignDocument, GroupId } from './types';

/** The blocks of a group, from back to front. */
export function membersOf(blocks: readonly Block[], group: GroupId): Block[] {
  return blocks.filter((block) => block.group === group);
}

/** The group of a block; one that is alone in its group has none. */
export function groupOf(blocks: readonly Block[], block: Block | undefined): GroupId | undefined {
  if (block?.group === undefined) return undefined;
  return membersOf(blocks, block.group).length > 1 ? block.group : undefined;
}

/** A name that no group of the design has. */
export function newGroupId(design: Pick<DesignDocument, 'blocks' | 'groups'>): GroupId {
  const taken = new Set([
    ...design.blocks.map(({ group }) => group),
    ...(design.groups ?? []).map(({ id }) => id),
  ]);
  let number = 1;
  while (taken.has(`g${number}`)) number++;
  return `g${number}`;
}

/** Without groups of one block, and without the names of groups that are gone. */
export function tidyGroups(design: DesignDocument): DesignDocument {
  const blocks = design.blocks.map((block) => {
    const { group, ...alone } = block;
    return group === undefined || groupOf(design.blocks, block) ? block : (alone as Block);
  });
  const { groups, ...rest } = design;
  const used = groups?.filter(({ id }) => blocks.some(({ group }) => group === id)) ?? [];
  return used.length > 0 ? { ...rest, blocks, groups: used } : { ...rest, blocks };
}

/** Copies with names of groups that are new to the design, so that they do not join what they were copied from. */
export function regrouped(
  design: Pick<DesignDocument, 'blocks' | 'groups'>,
  copies: readonly Block[],
): Block[] {
  const renamed = new Map<GroupId, GroupId>();
  const taken = [...design.blocks];
  return copies.map((copy) => {
    const { group, ...alone } = copy;
    if (group === undefined || groupOf(copies, copy) === undefined) return alone as Block;
    const known = renamed.get(group);
    const renewed = known ?? newGroupId({ ...design, blocks: taken });
    const block = { ...copy, group: renewed };
    if (known === undefined) {
      renamed.set(group, renewed);
      taken.push(block);
    }
    return block;
  });
}
