import type { Block } from '../model/types';
import { around, type Frame, frameOf, withFrame } from './frames';
import { type BlockKey, chosenBlocks, keyOf, mapBlocks, type Sheet } from './sheet';

export type Edge = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';
export type Axis = 'horizontal' | 'vertical';

const PAGE: Frame = { left: 0, top: 0, width: 100, height: 100 };

/** The keys among these whose blocks may be moved. */
export function free(sheet: Sheet, keys: readonly BlockKey[]): BlockKey[] {
  return chosenBlocks(sheet, keys)
    .filter((block) => !block.locked)
    .map(keyOf);
}

/** How far a block may go: top and left stay from 0 to 100 %, or where a design already had them. */
function allowed(delta: number, positions: readonly number[]): number {
  const lowest = Math.max(...positions.map((at) => Math.min(0, at) - at));
  const highest = Math.min(...positions.map((at) => Math.max(100, at) - at));
  return Math.min(Math.max(delta, lowest), highest);
}

/** Moves blocks together by percent of the page. A centred text that moves sideways is centred no longer. */
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

/** Puts one block into a frame. */
export function placeBlock(sheet: Sheet, key: BlockKey, frame: Frame): Sheet {
  return mapBlocks(sheet, free(sheet, [key]), (block) => {
    const placed = withFrame(block, frame, sheet.design);
    const keepsMiddle = Math.abs(frame.left + frame.width / 2 - 50) < 0.01;
    return keepsMiddle ? placed : uncentred(placed);
  });
}

/** Scales blocks together, as their common frame goes from one frame to another. */
export function scaleBlocks(sheet: Sheet, keys: readonly BlockKey[], from: Frame, to: Frame): Sheet {
  const scaleX = from.width > 0 ? to.width / from.width : 1;
  const scaleY = from.height > 0 ? to.height / from.height : 1;
  return mapBlocks(sheet, free(sheet, keys), (block) => {
    const frame = frameOf(block);
    const scaled = {
      left: to.left + (frame.left - from.left) * scaleX,
      top: to.top + (frame.top - from.top) * scaleY,
      width: frame.width * scaleX,
      height: frame.height * scaleY,
    };
    return uncentred(withFrame(block, scaled, sheet.design));
  });
}

/** Lines blocks up: one with the page, several with each other, or all with the page. */
export function alignBlocks(
  sheet: Sheet,
  keys: readonly BlockKey[],
  edge: Edge,
  to: 'page' | 'selection',
): Sheet {
  const chosen = chosenBlocks(sheet, keys).map(frameOf);
  if (chosen.length === 0) return sheet;
  const target = to === 'page' ? PAGE : around(chosen);
  return mapBlocks(sheet, free(sheet, keys), (block) => {
    const moved = withFrame(
      block,
      { ...frameOf(block), ...lined(frameOf(block), edge, target) },
      sheet.design,
    );
    return 'left center right'.includes(edge) ? uncentred(moved) : { ...moved, left: block.left };
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

/** Makes the gaps between three or more blocks equal; the outer two stay. */
export function distributeBlocks(sheet: Sheet, keys: readonly BlockKey[], axis: Axis): Sheet {
  const [start, size] = axis === 'horizontal' ? (['left', 'width'] as const) : (['top', 'height'] as const);
  const ordered = chosenBlocks(sheet, keys)
    .map((block) => ({ key: keyOf(block), frame: frameOf(block) }))
    .sort((a, b) => a.frame[start] - b.frame[start]);
  if (ordered.length < 3) return sheet;
  const whole = around(ordered.map(({ frame }) => frame));
  const used = ordered.reduce((sum, { frame }) => sum + frame[size], 0);
  const gap = (whole[size] - used) / (ordered.length - 1);
  let at = whole[start];
  const places = new Map<BlockKey, number>();
  for (const { key, frame } of ordered) {
    places.set(key, at);
    at += frame[size] + gap;
  }
  return mapBlocks(sheet, free(sheet, keys), (block) => {
    const frame = { ...frameOf(block), [start]: places.get(keyOf(block)) ?? 0 };
    const moved = withFrame(block, frame, sheet.design);
    return axis === 'horizontal' ? uncentred(moved) : { ...moved, left: block.left };
  });
}
