import type { DisplayPage } from '../editor/core/layout/display';
import { languageDirection } from '../editor/core/layout/locale';
import { paintSvg, type StandIn } from '../editor/core/paint/svg';
import { pageBox, paperSize } from '../editor/core/primitives/sizes';
import type { PrintJob } from './job';

/** The size of one page: exact paper for printing, whole design px for a picture. */
function sheetSize({ design, mode }: PrintJob) {
  if (mode !== 'picture') return paperSize(design, mode === 'print');
  const px = pageBox(design);
  return { width: `${px.width}px`, height: `${px.height}px`, px };
}

function setStyle(css: string): void {
  const style = document.querySelector('style') ?? document.head.appendChild(document.createElement('style'));
  style.textContent = css;
}

/** Replaces what the document shows by these pages, one sheet of paper each, and returns a sheet's size in CSS px. */
export function showPages(
  job: PrintJob,
  pages: DisplayPage[],
  standIn: StandIn,
): { width: number; height: number } {
  const { width, height, px } = sheetSize(job);
  document.title = job.title;
  document.documentElement.lang = job.lang;
  document.documentElement.dir = languageDirection(job.lang);
  // The sheets stand at the left edge in every language; `dir` above only tells the reader of the PDF.
  const paper = job.room ? `${px.width + job.room}px ${px.height + job.room}px` : `${width} ${height}`;
  setStyle(`
    @page { size: ${paper}; margin: 0 }
    html, body { margin: 0; padding: 0; background: none; direction: ltr }
    body > svg { display: block; width: ${width}; height: ${height} }
    body > svg + svg { break-before: page }
  `);
  document.body.replaceChildren(...pages.map((page) => paintSvg(page, standIn)));
  return px;
}
