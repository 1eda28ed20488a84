import { kindOf } from '../../core/blocks';
import { type BlockKey, chosenBlocks, mapBlocks, type Sheet } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { around, type Frame, frameOf, smallestFrame, withFrame } from '../../core/geometry/frames';
import type { Box } from '../../core/primitives/sizes';
import { type Unit, unitsOf } from './groups';
import { allowedChange, isLocked } from './locks';

export type Edge = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';
export type Axis = 'horizontal' | 'vertical';

const PAGE: Frame = { left: 0, top: 0, width: 100, height: 100 };

/** Returns the keys of the blocks that can be moved. If one block of a group is locked, none of the group can. */
export function free(sheet: Sheet, keys: readonly BlockKey[]): BlockKey[] {
  return unitsOf(sheet, keys, null)
    .filter((unit) => !chosenBlocks(sheet, unit.keys).some((block) => isLocked(block, 'position')))
    .flatMap((unit) => unit.keys);
}

/** Limits a movement so that top and left stay between 0 and 100 %, or within the values that the design already has. */
function allowed(delta: number, positions: readonly number[]): number {
  const lowest = Math.max(...positions.map((at) => Math.min(0, at) - at));
  const highest = Math.min(...positions.map((at) => Math.max(100, at) - at));
  return Math.min(Math.max(delta, lowest), highest);
}

/** Moves blocks together, in percent of the page. A centred text that moves horizontally is no longer centred. */
export function moveBlocks(sheet: Sheet, keys: readonly BlockKey[], dx: number, dy: number): Sheet {
  const moving = free(sheet, keys);
  const frames = chosenBlocks(sheet, moving).map(frameOf);
  if (frames.length === 0) return sheet;
  const x = allowed(
    dx,
    frames.map(({ left }) => left),
  );
  const y = allowed(
    dy,
    frames.map(({ top }) => top),
  );
  return mapBlocks(sheet, moving, (block) => shifted(block, x, y, sheet));
}

function shifted(block: Block, x: number, y: number, sheet: Sheet): Block {
  if (x === 0 && y === 0) return block;
  const frame = frameOf(block);
  const moved = withFrame(block, { ...frame, left: frame.left + x, top: frame.top + y }, sheet.design);
  return x === 0 ? { ...moved, left: block.left } : uncentred(moved);
}

function uncentred(block: Block): Block {
  return block.kind === 'text' && block.center ? { ...block, center: false } : block;
}

/** Places one block in a frame. */
export function placeBlock(sheet: Sheet, key: BlockKey, frame: Frame): Sheet {
  return mapBlocks(sheet, free(sheet, [key]), (block) => {
    const placed = withFrame(block, frame, sheet.design);
    return keepsMiddle(frame) ? placed : uncentred(placed);
  });
}

/** Scales blocks together from one common frame to another, optionally with their style. */
export function scaleBlocks(
  sheet: Sheet,
  keys: readonly BlockKey[],
  from: Frame,
  to: Frame,
  withLooks = false,
): Sheet {
  const scaleX = from.width > 0 ? to.width / from.width : 1;
  const scaleY = from.height > 0 ? to.height / from.height : 1;
  return mapBlocks(sheet, free(sheet, keys), (block) => {
    const frame = frameOf(block);
    const scaled =
      keys.length === 1
        ? to
        : {
            left: to.left + (frame.left - from.left) * scaleX,
            top: to.top + (frame.top - from.top) * scaleY,
            width: frame.width * scaleX,
            height: frame.height * scaleY,
          };
    const looks = withLooks ? allowedChange(block, kindOf(block).scaled?.(block, scaleY) ?? {}) : {};
    const placed = { ...withFrame(block, scaled, sheet.design), ...looks } as Block;
    return keepsMiddle(scaled) ? placed : uncentred(placed);
  });
}

const keepsMiddle = ({ left, width }: Frame) => Math.abs(left + width / 2 - 50) < 0.01;

/** Returns the smallest common frame of blocks at which each block has its minimum size and keeps its share of the frame. */
export function smallestTogether(sheet: Sheet, keys: readonly BlockKey[], common: Frame): Box {
  const blocks = chosenBlocks(sheet, keys);
  const share = (side: 'width' | 'height') =>
    Math.max(
      0,
      ...blocks.map((block) => {
        const size = frameOf(block)[side];
        return size > 0 ? Math.min(1, smallestFrame(block, sheet.design)[side] / size) : 0;
      }),
    );
  return { width: common.width * share('width'), height: common.height * share('height') };
}

/** Sets one field of each unit's frame: the unit is moved or scaled as a whole. */
export function placeUnits(sheet: Sheet, units: readonly Unit[], side: keyof Frame, value: number): Sheet {
  return units.reduce((placed, { keys, frame }) => {
    const [only] = keys;
    const to = { ...frame, [side]: value };
    return keys.length === 1 && only !== undefined
      ? placeBlock(placed, only, to)
      : scaleBlocks(placed, keys, frame, to);
  }, sheet);
}

/** Moves each unit by its own offset, except locked units. */
function shiftUnits(sheet: Sheet, units: readonly Unit[], wayOf: (unit: Unit) => { x?: number; y?: number }) {
  return units.reduce((moved, unit) => {
    const { x = 0, y = 0 } = wayOf(unit);
    return mapBlocks(moved, free(moved, unit.keys), (block) => shifted(block, x, y, moved));
  }, sheet);
}

/** Aligns units, either with each other or with the page. */
export function alignUnits(
  sheet: Sheet,
  units: readonly Unit[],
  edge: Edge,
  to: 'page' | 'selection',
): Sheet {
  if (units.length === 0) return sheet;
  const target = to === 'page' ? PAGE : around(units.map(({ frame }) => frame));
  return shiftUnits(sheet, units, ({ frame }) => {
    const { left = frame.left, top = frame.top } = lined(frame, edge, target);
    return { x: left - frame.left, y: top - frame.top };
  });
}

function lined(frame: Frame, edge: Edge, target: Frame): Partial<Frame> {
  switch (edge) {
    case 'left':
      return { left: target.left };
    case 'center':
      return { left: target.left + (target.width - frame.width) / 2 };
    case 'right':
      return { left: target.left + target.width - frame.width };
    case 'top':
      return { top: target.top };
    case 'middle':
      return { top: target.top + (target.height - frame.height) / 2 };
    case 'bottom':
      return { top: target.top + target.height - frame.height };
  }
}

/** Distributes three or more units with equal gaps. The outer two stay in place. */
export function distributeUnits(sheet: Sheet, units: readonly Unit[], axis: Axis): Sheet {
  const [start, size] = axis === 'horizontal' ? (['left', 'width'] as const) : (['top', 'height'] as const);
  const ordered = units.toSorted((a, b) => a.frame[start] - b.frame[start]);
  if (ordered.length < 3) return sheet;
  const whole = around(ordered.map(({ frame }) => frame));
  const used = ordered.reduce((sum, { frame }) => sum + frame[size], 0);
  const gap = (whole[size] - used) / (ordered.length - 1);
  let at = whole[start];
  const ways = new Map<Unit, number>();
  for (const unit of ordered) {
    ways.set(unit, at - unit.frame[start]);
    at += unit.frame[size] + gap;
  }
  return shiftUnits(sheet, ordered, (unit) => ({ [axis === 'horizontal' ? 'x' : 'y']: ways.get(unit) }));
}
