import { newEllipseBlock } from '../core/blocks/ellipse/block';
import { newDesign } from '../core/document/defaults';
import { openSheet, type Sheet } from '../core/document/sheet';
import type { Block } from '../core/document/types';
import { formatPercent } from '../core/primitives/percent';

/** An ellipse at a place, in percent. */
export function boxAt(left: number, top: number, width = 10, height = 10): Block {
  return {
    ...newEllipseBlock(),
    left: formatPercent(left),
    top: formatPercent(top),
    image_width: formatPercent(width),
    image_height: formatPercent(height),
  };
}

/** A sheet of these blocks on us-letter; their keys are their places. */
export function sheetOf(...blocks: Block[]): Sheet {
  return openSheet('Test', { ...newDesign(), blocks });
}
