/** Lengths are told to 1/10000 px, as the printed page tells them. */
const told = (value) => String(Number(value.toFixed(4)));

/** One line of text as a string, so that two lists are the same or they are not. */
const lineText = ({ text, x, y, size, weight, italic, families, dir, spacing, fill }) =>
  [told(x), told(y), told(size), weight, italic ? 'italic' : 'upright', families, dir, told(spacing), fill, text].join('|');

const CSS_FONT = /^(italic )?(\d+) ([\d.e-]+)px (.+)$/;

/** The lines that the editor's canvas shows, back to front. */
export async function canvasLines(page) {
  const painted = await page.evaluate(() => window.goldenLines(document.querySelector('[data-canvas] canvas')));
  // The frame of a picture that is still to come bears a word in the font of the interface.
  const ofDesign = painted.filter(({ font }) => CSS_FONT.test(font));
  return ofDesign.map(({ text, x, y, font, direction, wordSpacing, fill }) => {
    const [, italic, weight, size, families] = CSS_FONT.exec(font);
    const spacing = Number.parseFloat(wordSpacing);
    // A mark that the painter adds for the browser's sake shows nothing.
    return lineText({ text: text.replace(/\u200f$/, ''), x, y, size: Number(size), weight, italic, families, dir: direction, spacing, fill });
  });
}

/** The lines that the printed page shows, and the box that each takes in px of the page. */
export async function printLines(page) {
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('body > svg text')].map((node) => {
      const get = (name) => node.getAttribute(name);
      const { x, y, width, height } = node.getBBox();
      return {
        box: { x, y, width, height },
        text: node.textContent,
        x: Number(get('x')),
        y: Number(get('y')),
        size: Number.parseFloat(get('font-size')),
        weight: get('font-weight'),
        italic: get('font-style') === 'italic',
        families: get('font-family'),
        dir: get('direction'),
        spacing: Number.parseFloat(get('word-spacing') ?? '0'),
        fill: get('fill').toLowerCase(),
      };
    }),
  );
  return { lines: shown.map(lineText), boxes: shown.map(({ box, text }) => ({ ...box, text })) };
}
