import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';

const run = promisify(execFile);

/** A grey picture: one byte a pixel. */
const grey = (width, height, data) => ({ width, height, data });

/** MuPDF sets glyphs on whole px, or on quarters of them when they are small; painted larger, that is nearer to their place. */
const FINER = 2;

/** The one page of a PDF as MuPDF paints it, stretched to exactly this many px. */
export async function rasterise(pdf, { width, height }) {
  const out = pdf.replace(/\.pdf$/, '.pgm');
  const extent = ['-f', '-w', String(width * FINER), '-h', String(height * FINER)];
  await run('mutool', ['draw', '-q', '-c', 'gray', ...extent, '-o', out, pdf]);
  const picture = averaged(readPgm(await readFile(out)));
  await rm(out);
  return picture;
}

/** A picture with one px for each FINER by FINER. */
function averaged(fine) {
  const [width, height] = [Math.floor(fine.width / FINER), Math.floor(fine.height / FINER)];
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0, from = y * FINER * fine.width; x < width; x++, at++, from += FINER) {
      const below = from + fine.width;
      data[at] = (fine.data[from] + fine.data[from + 1] + fine.data[below] + fine.data[below + 1] + 2) / (FINER * FINER);
    }
  }
  return grey(width, height, data);
}

function readPgm(bytes) {
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 64));
  return grey(Number(width), Number(height), bytes.subarray(head.length));
}

/** A screenshot in the shades that MuPDF gives to colours. */
export function readScreenshot(bytes) {
  const { width, height, data } = PNG.sync.read(bytes);
  const shades = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < shades.length; at++, from += 4) {
    shades[at] = 0.3 * data[from] + 0.59 * data[from + 1] + 0.11 * data[from + 2];
  }
  return grey(width, height, shades);
}

const STRONG = 128;
const INK = 64;

/**
 * How two pictures of a page differ, where `part` lies at (x, y) of `whole`: the share of the ink whose shade is more than
 * half the scale away. Ink is what stands out from the commonest shade of the page in either of them.
 */
export function difference(whole, part, { x, y }) {
  const ground = commonest(whole.data);
  let [ink, strong] = [0, 0];
  const width = Math.min(part.width, whole.width - x);
  const height = Math.min(part.height, whole.height - y);
  for (let row = 0; row < height; row++) {
    const [a, b] = [(row + y) * whole.width + x, row * part.width];
    for (let column = 0; column < width; column++) {
      const [one, other] = [whole.data[a + column], part.data[b + column]];
      if (Math.abs(one - ground) > INK || Math.abs(other - ground) > INK) ink++;
      if (Math.abs(one - other) > STRONG) strong++;
    }
  }
  return { ink, strong, share: ink === 0 ? 1 : strong / ink };
}

/** Whether anything shows in a box of the picture, given in px of it. */
export function hasInk({ width, height, data }, box) {
  let [darkest, lightest] = [255, 0];
  for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y++) {
    for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x++) {
      darkest = Math.min(darkest, data[y * width + x]);
      lightest = Math.max(lightest, data[y * width + x]);
    }
  }
  return lightest - darkest > INK;
}

function commonest(shades) {
  const counts = new Uint32Array(256);
  for (const shade of shades) counts[shade]++;
  return counts.indexOf(Math.max(...counts));
}
