import type { PageShape } from '../primitives/base';
import { bleedPx, pageBox, paperSize, SIZES } from '../primitives/sizes';

type Inset = { x: number; y: number };

/** What is nearer to the cut may be cut away; small paper has less to give. */
const SAFE_MM = 5;
const SAFE_SMALL_MM = 3;
const CSS_PX_PER_MM = 96 / 25.4;

/** How far in the safe area begins and how far out the bleed reaches, in percent; nothing where nothing is cut. */
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

/** The lines of the page itself that blocks catch on, in percent. */
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
