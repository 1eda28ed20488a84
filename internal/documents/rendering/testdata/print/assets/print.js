// The least page that keeps the contract with the print page of the web
// application: it paints each value as one line. A value that starts with
// "do:" makes it misbehave.
const SIZES = { 'us-letter': [1056, 816], a4: [1122.52, 793.7], a8: [279.69, 196.54], badge: [600, 600] };
const DESIGN = { ...SIZES, a4: [1123, 794], a8: [280, 197] };
const BLEED = (5 / 25.4) * 96;

function sizeOf({ design, mode }) {
  const turned = design.orientation === 'portrait';
  const [w, h] = (mode === 'picture' ? DESIGN : SIZES)[design.size];
  const bleed = mode === 'print' && ['us-letter', 'a4'].includes(design.size) ? 2 * BLEED : 0;
  return turned ? [h + bleed, w + bleed] : [w + bleed, h + bleed];
}

const make = (name) => document.createElementNS('http://www.w3.org/2000/svg', name);

async function addImages(svg, job) {
  for (const [url, href] of Object.entries(job.images)) {
    const image = new Image();
    image.src = href;
    try {
      await image.decode();
    } catch {
      throw new Error(`image_failed: ${url}`);
    }
    const node = make('image');
    node.setAttribute('href', href);
    node.setAttribute('width', 50);
    node.setAttribute('height', 50);
    svg.append(node);
  }
}

function addLine(svg, text, y) {
  const group = make('g');
  if (text === 'do:untagged') group.setAttribute('aria-hidden', 'true');
  else group.setAttribute('role', 'paragraph');
  const line = make('text');
  line.setAttribute('x', 20);
  line.setAttribute('y', y);
  line.textContent = text === 'do:lie' ? 'something else' : text;
  group.append(line);
  svg.append(group);
}

const textsOf = ({ values }) =>
  Object.keys(values)
    .sort()
    .map((key) => values[key].value);

async function paint(job, page) {
  const texts = textsOf(page);
  if (texts.includes('do:throw')) throw new Error('font_failed: Lato');
  if (texts.includes('do:hang')) for (;;);
  if (texts.includes('do:collect')) for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept.length));
  const svg = make('svg');
  await addImages(svg, job);
  if (texts.length > 0) {
    const rect = make('rect');
    rect.setAttribute('width', 10);
    rect.setAttribute('height', 10);
    svg.append(rect);
  }
  texts.forEach((text, i) => addLine(svg, text, 100 + 30 * i));
  return svg;
}

// What is read: the last line first, when a value asks for it.
const orderOf = (texts) => (texts.includes('do:reverse') ? texts.map((_, i) => texts.length - 1 - i) : texts.map((_, i) => i));
const blockOf = (text) => ({
  role: 'paragraph',
  lines: [{ text, families: text === 'do:font' ? ['Lato'] : [] }],
});

async function render(job) {
  const [width, height] = sizeOf(job);
  const pages = [];
  for (const page of job.pages) pages.push(await paint(job, page));
  const texts = job.pages.map(textsOf);
  document.title = job.title;
  document.documentElement.lang = job.lang;
  document.querySelector('style').textContent =
    `@page { size: ${width + (job.room ?? 0)}px ${height + (job.room ?? 0)}px; margin: 0 } body { margin: 0 } svg { display: block; width: ${width}px; height: ${height}px } svg + svg { break-before: page }`;
  document.body.replaceChildren(...pages);
  if (texts.flat().includes('do:second page')) document.body.append(pages[0].cloneNode(true));
  return {
    pages: pages.length, width, height,
    blocks: texts.map((page) => page.map(blockOf)),
    reading: texts.map(orderOf),
    warnings: texts.map((_, page) => ({ page, block_index: 3, code: 'shrunk' })),
  };
}

async function picture(job, { width, height, format, transparent }) {
  await paint(job, job.pages[0]);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.fillStyle = transparent ? 'transparent' : 'white';
  context.fillRect(0, 0, width, height);
  return canvas.toDataURL(`image/${format}`).split(',')[1];
}

window.laurel = { version: 1, render, picture };
window.laurelReady = true;
