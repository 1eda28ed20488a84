import { parsePercent } from '../model/percent';
import type { Block } from '../model/types';
import { frameOf, withFrame } from './frames';
import { free } from './place';
import { keyOf, type Sheet } from './sheet';
import type { EditorState } from './store';

/** Neighbours in the painting order that a move carries as they are, and what stands still under and over them. */
export type Lift = { under: readonly Block[]; carried: readonly [Block, ...Block[]]; over: readonly Block[] };

type Moving = Pick<EditorState, 'gesture' | 'selection' | 'entered' | 'editing'>;

/**
 * What the move that is going on lifts off the page. None when it changes more than places: blocks that stand apart in
 * the painting order, a locked one among them, one that is smaller than it may be, or a group that grows with it.
 */
export function liftOf({ gesture, selection, entered, editing }: Moving): Lift | null {
  if (gesture?.name !== 'move' || entered !== null || editing !== null) return null;
  const { blocks } = gesture.before.design;
  const keys = new Set(free(gesture.before, selection));
  const from = blocks.findIndex((block) => keys.has(keyOf(block)));
  const to = from + selection.length;
  const [first, ...others] = blocks.slice(from, to);
  if (!first || keys.size !== selection.length) return null;
  const whole = [first, ...others].every(
    (block) => keys.has(keyOf(block)) && keepsSize(block, gesture.before),
  );
  return whole ? { under: blocks.slice(0, from), carried: [first, ...others], over: blocks.slice(to) } : null;
}

function keepsSize(block: Block, { design }: Sheet): boolean {
  const placed = withFrame(block, frameOf(block), design);
  return (
    parsePercent(placed.image_width) === parsePercent(block.image_width) &&
    parsePercent(placed.image_height) === parsePercent(block.image_height)
  );
}

/** How far what was lifted has been carried, in percent of the page. */
export function wayOf({ carried: [first] }: Lift, { design }: Sheet): { x: number; y: number } {
  const now = design.blocks.find((block) => keyOf(block) === keyOf(first));
  if (!now) return { x: 0, y: 0 };
  const [begun, there] = [frameOf(first), frameOf(now)];
  return { x: there.left - begun.left, y: there.top - begun.top };
}
