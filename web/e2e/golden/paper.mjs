import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printLines } from './lines.mjs';

const run = promisify(execFile);
const tool = async (name, ...args) => (await run(name, args)).stdout;
const PX_PER_POINT = 96 / 72;

/** Lays a job out in the print page; the lines of text as it has them, and the sizes of page and paper in px. */
export async function layOnPaper(page, job) {
  const { width, height, warnings } = await page.evaluate((input) => window.laurel.render(input), job);
  const view = await page.evaluate(() => document.querySelector('body > svg').getAttribute('viewBox').split(' ').map(Number));
  const { lines, boxes } = await printLines(page);
  return { lines, boxes, warnings, paper: { width, height }, view: { width: view[2], height: view[3] } };
}

/** Prints what the print page shows, and reads what must hold for every PDF: one page, every font inside, none foreign. */
export async function print(page, folder, title) {
  const file = join(folder, `${title.replaceAll(' ', '-')}.pdf`);
  await writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true }));
  const [info, fonts] = await Promise.all([tool('pdfinfo', file), tool('pdffonts', file)]);
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info).map(Number);
  return {
    file,
    pages: Number(/Pages:\s+(\d+)/.exec(info)[1]),
    width: width * PX_PER_POINT,
    height: height * PX_PER_POINT,
    fonts: fonts.split('\n').slice(2).filter(Boolean).map(fontOf),
  };
}

/** A row of pdffonts ends in: embedded, subset, unicode, object, generation. */
function fontOf(row) {
  const [, name, embedded] = /^(?:[A-Z]{6}\+)?(\S+).*\s(yes|no)\s+(?:yes|no)\s+(?:yes|no)\s+\d+\s+\d+\s*$/.exec(row);
  return { name, embedded: embedded === 'yes' };
}

const STYLE = '(?:Thin|ExtraLight|Light|Regular|Medium|SemiBold|Bold|ExtraBold|Black|Roman|Text|\\d+pt)*';

/** Families whose font files have another name. */
const NAMES = { NanumPenScript: 'NanumPen', NanumBrushScript: 'NanumBrush' };

/** What is wrong with a PDF whose lines are to be set in these families. */
export function faultsOf({ pages, fonts }, lines, warnings) {
  const families = new Set(lines.flatMap((line) => [...line.matchAll(/"Design ([^"]+)"/g)].map(([, family]) => family.replaceAll(' ', ''))));
  for (const family of [...families]) if (NAMES[family]) families.add(NAMES[family]);
  // Glyphs in colour are drawings; a font of drawings has no name.
  if (families.has('NotoColorEmoji')) families.add('\\[none\\]');
  const own = new RegExp(`^(?:${[...families].join('|')})${STYLE}(?:-|$)`);
  return [
    ...(pages === 1 ? [] : [`${pages} pages`]),
    ...fonts.filter(({ embedded }) => !embedded).map(({ name }) => `${name} is not embedded`),
    ...fonts.filter(({ name }) => !own.test(name)).map(({ name }) => `${name} is none of ${[...families].join(', ')}`),
    ...warnings.filter(({ code }) => code === 'missing_glyph' || code === 'missing_image').map(({ block_index, code }) => `${code} in block ${block_index}`),
  ];
}
