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

async function addImages(svg, job) {
  for (const [url, href] of Object.entries(job.images)) {
    const image = new Image();
    image.src = href;
    try {
      await image.decode();
    } catch {
      throw new Error(`image_failed: ${url}`);
    }
    const node = document.createElementNS(svg.namespaceURI, 'image');
    node.setAttribute('href', href);
    node.setAttribute('width', 50);
    node.setAttribute('height', 50);
    svg.append(node);
  }
}

function addLine(svg, text, y) {
  const group = document.createElementNS(svg.namespaceURI, 'g');
  group.setAttribute('role', 'paragraph');
  const line = document.createElementNS(svg.namespaceURI, 'text');
  line.setAttribute('x', 20);
  line.setAttribute('y', y);
  line.textContent = text;
  group.append(line);
  svg.append(group);
}

async function render(job) {
  const [width, height] = sizeOf(job);
  const texts = Object.values(job.pages[0].values).map((v) => v.value);
  if (texts.includes('do:throw')) throw new Error('font_failed: Lato');
  if (texts.includes('do:hang')) for (;;);
  document.title = job.title;
  document.documentElement.lang = job.lang;
  document.querySelector('style').textContent =
    `@page { size: ${width}px ${height}px; margin: 0 } body { margin: 0 } svg { display: block; width: ${width}px; height: ${height}px }`;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  await addImages(svg, job);
  texts.forEach((text, i) => addLine(svg, text, 100 + 30 * i));
  document.body.replaceChildren(svg);
  if (texts.includes('do:second page')) document.body.append(svg.cloneNode(true));
  return { pages: 1, width, height, lines: [texts], warnings: [{ page: 0, block_index: 3, code: 'shrunk' }] };
}

window.laurel = { version: 1, render };
window.laurelReady = true;
