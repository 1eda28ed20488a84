import { newEllipseBlock } from '../blocks/ellipse/block';
import { newDesign } from '../model/defaults';
import { formatPercent } from '../model/percent';
import type { Block } from '../model/types';
import { openSheet, type Sheet } from './sheet';

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
