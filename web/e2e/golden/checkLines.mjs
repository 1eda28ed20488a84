import { showDesign } from './editor.mjs';
import { canvasLines } from './lines.mjs';
import { faultsOf, layOnPaper, print } from './paper.mjs';

/** The design whose PDF is read in every language; the others are read in the language of their pixels. */
const EVERY_SCRIPT = 'certificate';

/** The same lines at the same places on canvas and paper, for every design; both pages work side by side. */
export async function checkLines(set, editor, paper, folder) {
  const shown = onCanvas(set, editor);
  const printed = onPaper(set, paper, folder);
  const [canvas, sheets] = await Promise.all([shown, printed]);
  return set.flatMap(({ title }, i) => [...differences(canvas[i], sheets[i].lines), ...sheets[i].faults].map((fault) => `${title}: ${fault}`));
}

async function onCanvas(set, page) {
  const all = [];
  for (const { id } of set) {
    await showDesign(page, id);
    all.push(await canvasLines(page));
  }
  return all;
}

async function onPaper(set, page, folder) {
  const all = [];
  for (const { name, title, job } of set) {
    const { lines, warnings } = await layOnPaper(page, job);
    const faults = name === EVERY_SCRIPT ? faultsOf(await print(page, folder, title), lines, warnings) : [];
    all.push({ lines, faults });
  }
  return all;
}

function differences(canvas, paper) {
  if (paper.length === 0) return ['no line on paper'];
  const other = Array.from({ length: Math.max(canvas.length, paper.length) }, (_, i) => i).find((i) => canvas[i] !== paper[i]);
  return other === undefined ? [] : [`line ${other} is\n    ${canvas[other]} on the canvas and\n    ${paper[other]} on paper`];
}
