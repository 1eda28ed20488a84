import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { api } from '../support/api.mjs';
import { layOnPaper, print } from './paper.mjs';

const run = promisify(execFile);
const DPI = 300;

/** Codes as small as the editor lets them be, at the contrast that it warns below and the one at which it is content. */
const PAIRS = [
  ['#6e6e6e', '#ffffff', 5],
  ['#b4501e', '#fffdf7', 5],
  ['#404040', '#ffffff', 10],
  ['#1f3a5f', '#f4f1e8', 10],
  ['#ffffff', '#1f3a5f', 10],
];
const SMALLEST = [
  { size: 'us-letter', page: { width: 1056, height: 816 }, px: 60 },
  { size: 'a8', page: { width: 280, height: 197 }, px: 105 },
];

/** What a reader that is none of ours finds in printed QR codes must be the address of the credential. */
export async function checkCodes(product, paper, folder) {
  const { address, pdf } = await issueCard(product);
  const card = join(folder, 'credential-a8.pdf');
  await writeFile(card, pdf);
  if (!address.startsWith(product.url)) throw new Error(`a credential without an address: ${address}`);
  const faults = same('the a8 card of a credential', await read(card), address);
  for (const { size, page, px } of SMALLEST) {
    for (const [dark, light, contrast] of PAIRS) {
      const name = `${size} code of ${px} px, ${dark} on ${light}`;
      const actual = ratio(dark, light);
      if (actual < contrast || actual > contrast * 1.2) faults.push(`${name} has a contrast of ${actual.toFixed(1)}, not ${contrast}`);
      const design = { kind: 'certificate', size, orientation: 'landscape', blocks: [code(page, px, dark, light)] };
      const values = { 'credential.url': { kind: 'text', value: address } };
      await layOnPaper(paper, { design, lang: 'en', mode: 'pdf', title: name, pages: [{ values }], images: {} });
      const { file } = await print(paper, folder, name.replaceAll(/[ ,#]+/g, '-'));
      faults.push(...same(name, await read(file), address));
    }
  }
  return faults;
}

const same = (name, found, wanted) => (found === wanted ? [] : [`${name} reads “${found}”, not “${wanted}”`]);

function code(page, px, foreground_color, background_color) {
  const percent = (value, whole) => `${((value / whole) * 100).toFixed(4)}%`;
  const [width, height] = [percent(px, page.width), percent(px, page.height)];
  const place = { top: '20%', left: '30%', image_width: width, image_height: height, pixel_width: px, pixel_height: px };
  return { kind: 'qr', ...place, qr_code: '[credential.url]', foreground_color, background_color };
}

/** The contrast of two colours by WCAG. */
function ratio(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A credential whose certificate is a card with a QR code, issued and printed by the product. */
async function issueCard(product) {
  const call = api(product.url, product.demo.api_key);
  const document = { kind: 'certificate', size: 'a8', orientation: 'landscape', blocks: [code(SMALLEST[1].page, 105, '#000000', '#ffffff')] };
  const { design } = await call('POST', '/certificate_designs/create', { design: { ...document, name: 'Card with a code' } });
  const { group } = await call('POST', '/issuer/groups', { group: { name: 'Cards', course_name: 'Cards', certificate_design_id: design.id } });
  const recipient = { name: 'Ada Lovelace', email: 'ada@recipients.example' };
  const { credential } = await call('POST', '/credentials', { credential: { group_id: group.id, recipient, approve: true } });
  const answer = await fetch(`${product.url}/v1/credentials/generate_certificate_pdf?credential_id=${credential.uuid}`);
  if (!answer.ok) throw new Error(`the PDF was answered with ${answer.status}`);
  return { address: credential.url, pdf: Buffer.from(await answer.arrayBuffer()) };
}

async function read(pdf) {
  const picture = pdf.replace(/\.pdf$/, '.png');
  await run('mutool', ['draw', '-q', '-c', 'rgb', '-r', String(DPI), '-o', picture, pdf]);
  const { width, height, data } = PNG.sync.read(await readFile(picture));
  return jsqr(new Uint8ClampedArray(data), width, height)?.data;
}
