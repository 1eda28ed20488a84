import { writeFile } from 'node:fs/promises';
import { pictureOfPage, showDesign, zoomTo } from './editor.mjs';
import { GENERATED } from './generated.mjs';
import { faultsOf, layOnPaper, print } from './paper.mjs';
import { difference, hasInk, rasterise, readScreenshot } from './raster.mjs';
import { LANGUAGES } from './words.mjs';

/** Device px for each px of the page at 100 %: MuPDF paints paper at 192 dpi then. */
const RATIO = 2;
const LIMIT = 0.01;

/** Zooms for some designs of every kind of paper; all others are compared at 100 %. */
const SWEEPS = {
  certificate: [0.25, 1.37],
  night: [0.67],
  badge: [2.5],
  card: [0.83, 4],
};

/**
 * The canvas and MuPDF's picture of the PDF: each written design in one language, so that each language has its turns, and each
 * generated design.
 */
export async function checkPixels(set, editor, paper, folder, told) {
  const written = set.filter(({ name }) => name !== GENERATED);
  const names = [...new Set(written.map(({ name }) => name))];
  const chosen = names.map((name, i) => {
    const all = written.filter((one) => one.name === name);
    return all.find(({ language }) => language === LANGUAGES[i % LANGUAGES.length]) ?? all[0];
  });
  const results = [];
  for (const { name, title, id, job } of [...chosen, ...set.filter(({ name }) => name === GENERATED)]) {
    await showDesign(editor, id);
    const laid = await layOnPaper(paper, job);
    const pdf = await print(paper, folder, title);
    for (const fault of faultsOf(pdf, laid.lines, laid.warnings)) results.push({ title, fault });
    for (const wish of [1, ...(SWEEPS[name] ?? [])]) {
      const zoom = await zoomTo(editor, wish);
      const picture = await pictureOfPage(editor);
      results.push({ title, zoom, ...(await compare(picture, pdf, laid, zoom, `${title} ${(zoom * 100).toFixed(0)}`, folder)) });
    }
  }
  const compared = results.filter(({ share }) => share !== undefined);
  const worst = compared.reduce((a, b) => (a.share > b.share ? a : b));
  told(`compared ${compared.length} pictures; the most ink that differs: ${percent(worst.share)} in ${worst.title} at ${percent(worst.zoom)}`);
  await writeFile(`${folder}/pixels.txt`, compared.map(({ title, zoom, share, ink }) => `${title}\t${percent(zoom)}\t${percent(share)}\tof ${ink} px\n`).join(''));
  return results.flatMap(({ title, zoom, fault, share, blank }) => [
    ...(fault ? [`${title}: ${fault}`] : []),
    ...(share >= LIMIT ? [`${title}: ${percent(share)} of the ink differs at ${percent(zoom)}`] : []),
    ...(blank ?? []).map((text) => `${title}: nothing shows where “${text}” should`),
  ]);
}

const percent = (value) => `${(value * 100).toFixed(2)} %`;

async function compare({ png, offset }, pdf, { view, paper, boxes }, zoom, name, folder) {
  // Chrome's sheet and the exact paper differ by some 1/1000; what counts is where the page's own px come to lie.
  const scale = { x: (view.width / paper.width) * RATIO * zoom, y: (view.height / paper.height) * RATIO * zoom };
  const raster = await rasterise(pdf.file, { width: Math.round(pdf.width * scale.x), height: Math.round(pdf.height * scale.y) });
  const result = difference(raster, readScreenshot(png), offset);
  if (result.share >= LIMIT) await writeFile(`${folder}/${name.replaceAll(' ', '-')}.png`, png);
  if (zoom !== 1) return result;
  const blank = boxes.filter((box) => box.text.trim() !== '' && !hasInk(raster, scaled(box, RATIO))).map(({ text }) => text);
  return { ...result, blank };
}

const scaled = ({ x, y, width, height }, by) => ({ x: x * by, y: y * by, width: width * by, height: height * by });
