import { groupOf } from '../../core/document/groups';
import { type BlockKey, keyOf } from '../../core/document/sheet';
import type { Block, GroupId } from '../../core/document/types';
import { layersOf } from '../../state/editing/blocks';

/** A block in the layer list, with its group if it has one. */
export type BlockRowData = { kind: 'block'; block: Block; within?: GroupId };
/** A group with its blocks, front first. A folded group hides them. */
export type GroupRowData = { kind: 'group'; group: GroupId; rows: BlockRowData[]; open: boolean };
export type Row = BlockRowData | GroupRowData;

export function rowId(row: Row): string {
  if (row.kind === 'block') return `block-${keyOf(row.block)}`;
  // A group whose blocks are not contiguous has several rows.
  const [front] = row.rows;
  return `group-${row.group}-${front ? keyOf(front.block) : ''}`;
}

export function keysOf(row: Row): BlockKey[] {
  return row.kind === 'block' ? [keyOf(row.block)] : row.rows.map(({ block }) => keyOf(block));
}

/** Returns all visible rows, front first, each group before its blocks. */
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

/** Returns the top-level rows. The rows inside groups belong to their groups. */
export function topRows(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.kind === 'group' || row.within === undefined);
}

/** Returns the row of the selection: the row of a whole group, or for a block in a folded group that of the group. */
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
