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

/** Blocks that are copied, with the names of their groups. */
export type Copies = Pick<DesignDocument, 'blocks' | 'groups'>;

/** Copies in groups that are new to the design, so that they do not join what they were copied from. Groups keep their names. */
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
