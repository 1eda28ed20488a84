import { kindOf } from '../../core/blocks';
import type { Block } from '../../core/document/types';

/** What a lock protects: the position and size, the content, or the style. */
export type LockPart = 'position' | 'content' | 'style';

export const LOCK_PARTS: readonly LockPart[] = ['position', 'content', 'style'];

export const lockField = <Part extends LockPart>(part: Part) => `lock_${part}` as const;

export function isLocked(block: Block, part: LockPart): boolean {
  return block[lockField(part)] ?? false;
}

export const isLockedAnyhow = (block: Block): boolean => LOCK_PARTS.some((part) => isLocked(block, part));

const PLACE = new Set(['top', 'left', 'image_width', 'image_height']);
/** Fields that are never locked: the name, the group, the order and the locks themselves. */
const FREE = new Set(['name', 'group', 'block_index', 'z_index', ...LOCK_PARTS.map(lockField)]);

/** Returns the lock that protects a field of a block, if any can. */
export function partOf(block: Block, field: string): LockPart | undefined {
  const { place, content } = kindOf(block);
  if (FREE.has(field)) return undefined;
  if (PLACE.has(field) || place?.includes(field)) return 'position';
  return field === 'hidden' || content?.includes(field) ? 'content' : 'style';
}

/** Returns a change without the fields that are locked. */
export function allowedChange(block: Block, change: Partial<Block>): Partial<Block> {
  const allowed = Object.entries(change).filter(([field]) => {
    const part = partOf(block, field);
    return part === undefined || !isLocked(block, part);
  });
  return Object.fromEntries(allowed);
}

type Locks = Pick<Block, ReturnType<typeof lockField>>;

/** Returns the lock fields, all set to the same value. */
export function locksAs(locked: boolean, parts: readonly LockPart[] = LOCK_PARTS): Locks {
  return Object.fromEntries(parts.map((part) => [lockField(part), locked || undefined]));
}
