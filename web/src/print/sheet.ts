import type { DisplayPage } from '../editor/core/layout/display';
import { languageDirection } from '../editor/core/layout/locale';
import { paintSvg, type StandIn } from '../editor/core/paint/svg';
import { pageBox, paperSize } from '../editor/core/primitives/sizes';
import type { PrintJob } from './job';

/** The size of a page: the exact paper for printing, and whole design px for an image. */
function sheetSize({ design, mode }: PrintJob) {
  if (mode !== 'picture') return paperSize(design, mode === 'print');
  const px = pageBox(design);
  return { width: `${px.width}px`, height: `${px.height}px`, px };
}

function setStyle(css: string): void {
  const style = document.querySelector('style') ?? document.head.appendChild(document.createElement('style'));
  style.textContent = css;
}

/** Replaces the content of the document by these pages, one sheet of paper each, and returns the size of a sheet in CSS px. */
export function showPages(
  job: PrintJob,
  pages: DisplayPage[],
  standIn: StandIn,
): { width: number; height: number } {
  const { width, height, px } = sheetSize(job);
  document.title = job.title;
  document.documentElement.lang = job.lang;
  document.documentElement.dir = languageDirection(job.lang);
  // The sheets are aligned left in every language; `dir` above only matters to screen readers of the PDF.
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
