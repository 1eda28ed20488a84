import { groupOf } from '../../core/document/groups';
import { type BlockKey, keyOf } from '../../core/document/sheet';
import type { Block, GroupId } from '../../core/document/types';
import { layersOf } from '../../state/editing/blocks';

/** A block in the list of layers, in its group where it has one. */
export type BlockRowData = { kind: 'block'; block: Block; within?: GroupId };
/** A group with its blocks, the front one first; folded ones hide them. */
export type GroupRowData = { kind: 'group'; group: GroupId; rows: BlockRowData[]; open: boolean };
export type Row = BlockRowData | GroupRowData;

export function rowId(row: Row): string {
  if (row.kind === 'block') return `block-${keyOf(row.block)}`;
  // Blocks of one group that others lie between are rows of their own.
  const [front] = row.rows;
  return `group-${row.group}-${front ? keyOf(front.block) : ''}`;
}

export function keysOf(row: Row): BlockKey[] {
  return row.kind === 'block' ? [keyOf(row.block)] : row.rows.map(({ block }) => keyOf(block));
}

/** All rows that show, the front first, each group before its blocks. */
export function rowsOf(blocks: readonly Block[], folded: ReadonlySet<string>): Row[] {
  return layersOf(blocks)
    .toReversed()
    .flatMap((layer): Row[] => {
      const group = groupOf(blocks, layer[0]);
      const rows = layer.toReversed().map((block): BlockRowData => ({ kind: 'block', block }));
      if (group === undefined) return rows;
      const row: GroupRowData = {
        kind: 'group',
        group,
        rows: rows.map((inner) => ({ ...inner, within: group })),
        open: true,
      };
      row.open = !folded.has(rowId(row));
      return row.open ? [row, ...row.rows] : [row];
    });
}

/** The rows of the list itself; those of groups are in their groups. */
export function topRows(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.kind === 'group' || row.within === undefined);
}

/** The row of what is selected: of a whole group its own, of a block in a folded group that group's. */
export function currentRow(
  rows: readonly Row[],
  selection: readonly BlockKey[],
  entered: GroupId | null,
): Row | undefined {
  return rows.find((row) => {
    if (!keysOf(row).some((key) => selection.includes(key))) return false;
    return row.kind === 'block' || row.group !== entered || !row.open;
  });
}
