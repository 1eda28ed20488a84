import type { PageShape } from '../primitives/base';
import { bleedPx, pageBox, paperSize, SIZES } from '../primitives/sizes';

type Inset = { x: number; y: number };

/** Content closer to the edge than this may be trimmed. Small paper has a smaller margin. */
const SAFE_MM = 5;
const SAFE_SMALL_MM = 3;
const CSS_PX_PER_MM = 96 / 25.4;

/**
 * Returns the insets of the safe area and the widths of the bleed, in percent. Both are zero for sizes that are not trimmed.
 */
export function printArea(design: PageShape): { safe: Inset; bleed: Inset } {
  const page = pageBox(design);
  const out = bleedPx(design);
  const bleed = { x: (out.x / page.width) * 100, y: (out.y / page.height) * 100 };
  if (SIZES[design.size].paper.unit === 'px') return { safe: { x: 0, y: 0 }, bleed };
  const paper = paperSize(design, false).px;
  const mm = out.x > 0 ? SAFE_MM : SAFE_SMALL_MM;
  const percent = (length: number) => ((mm * CSS_PX_PER_MM) / length) * 100;
  return { safe: { x: percent(paper.width), y: percent(paper.height) }, bleed };
}

/** Returns the page's own snap lines, in percent. */
export function pageLines(design: PageShape): { x: number[]; y: number[] } {
  const { safe, bleed } = printArea(design);
  const along = (safeAt: number, bleedAt: number) => [
    0,
    50,
    100,
    safeAt,
    100 - safeAt,
    0 - bleedAt,
    100 + bleedAt,
  ];
  return { x: along(safe.x, bleed.x), y: along(safe.y, bleed.y) };
}
