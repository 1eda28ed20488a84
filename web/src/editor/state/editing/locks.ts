import { kindOf } from '../../core/blocks';
import type { Block } from '../../core/document/types';

/** What of a block a lock keeps as it is: its place and size, what it says or shows, or how it looks. */
export type LockPart = 'position' | 'content' | 'style';

export const LOCK_PARTS: readonly LockPart[] = ['position', 'content', 'style'];

export const lockField = <Part extends LockPart>(part: Part) => `lock_${part}` as const;

export function isLocked(block: Block, part: LockPart): boolean {
  return block[lockField(part)] ?? false;
}

export const isLockedAnyhow = (block: Block): boolean => LOCK_PARTS.some((part) => isLocked(block, part));

const PLACE = new Set(['top', 'left', 'image_width', 'image_height']);
/** What a block is called, what it belongs to, and its locks are never locked themselves. */
const FREE = new Set(['name', 'group', 'block_index', 'z_index', ...LOCK_PARTS.map(lockField)]);

/** The lock that keeps a field of a block as it is, if any can. */
export function partOf(block: Block, field: string): LockPart | undefined {
  const { place, content } = kindOf(block);
  if (FREE.has(field)) return undefined;
  if (PLACE.has(field) || place?.includes(field)) return 'position';
  return field === 'hidden' || content?.includes(field) ? 'content' : 'style';
}

/** What is left of a change when everything that is locked stays. */
export function allowedChange(block: Block, change: Partial<Block>): Partial<Block> {
  const allowed = Object.entries(change).filter(([field]) => {
    const part = partOf(block, field);
    return part === undefined || !isLocked(block, part);
  });
  return Object.fromEntries(allowed);
}

type Locks = Pick<Block, ReturnType<typeof lockField>>;

/** The locks as fields, all alike. */
export function locksAs(locked: boolean, parts: readonly LockPart[] = LOCK_PARTS): Locks {
  return Object.fromEntries(parts.map((part) => [lockField(part), locked || undefined]));
}
