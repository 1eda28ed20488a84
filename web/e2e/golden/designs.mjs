import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const templates = join(import.meta.dirname, '../../../internal/design/designs/templates');

const percent = (value) => `${Number(value.toFixed(4))}%`;
const frame = (top, left, width, height) => ({
  top: percent(top),
  left: percent(left),
  image_width: percent(width),
  image_height: percent(height),
});
const text = (top, left, width, height, model, more) => ({ kind: 'text', ...frame(top, left, width, height), model, ...more });
const sheet = (size, orientation, blocks, more) => ({
  schema_version: 1,
  kind: size === 'badge' ? 'badge' : 'certificate',
  size,
  orientation,
  blocks,
  ...more,
});

const LINE_STYLES = ['solid', 'dotted', 'dashed', 'double', 'groove', 'ridge', 'inset', 'outset'];
const PHOTO = 'photo';

function certificate(w) {
  return sheet('us-letter', 'landscape', [
    { kind: 'rectangle', ...frame(4, 3, 94, 92), fill: '#fffdf7', stroke: '#8a6d2f', stroke_width: 4, radius: 18 },
    text(9, 10, 80, 9, w.heading, { font: 'Playfair Display', font_size: 46, font_weight: 700, color: '#1f3a5f', align: 'center', role: 'heading' }),
    text(20, 10, 80, 5, w.presents, { font: 'Lora', italic: true, font_size: 20, align: 'center' }),
    text(26, 10, 80, 14, w.name, { font: 'Playfair Display', font_size: 64, scale_to_fit: true, align: 'center', vertical_align: 'middle', underline: true, color: '#8a6d2f' }),
    text(43, 20, 60, 20, w.statement, { font: 'Source Sans Pro', font_size: 18, align: 'justify' }),
    text(66, 10, 80, 5, w.upper, { font: 'Arial', bold: true, uppercase: true, font_size: 14, align: 'center' }),
    { kind: 'line', ...frame(84, 12, 25, 1.5), line_width: 1.5, color: '#1f3a5f' },
    text(86, 12, 25, 6, w.signer, { font: 'Great Vibes', font_size: 22, align: 'center' }),
    { kind: 'ellipse', ...frame(74, 44, 12, 15.5), fill: '#8a6d2f', stroke: '#1f3a5f', stroke_width: 3 },
    { kind: 'qr', ...frame(73, 76, 13, 17), qr_code: 'https://example.org/c/0f8fad5b-d9cb-469f-a165-70867728950e' },
  ]);
}

const columns = (w) =>
  sheet('a4', 'portrait', [
    text(4, 4, 92, 6, w.heading, { font: 'Merriweather', font_size: 30, align: 'center', role: 'heading' }),
    ...['left', 'center', 'right'].map((align, i) =>
      text(14, 4 + i * 32, 28, 40, w.statement, { font: ['Lora', 'Inter', 'EB Garamond'][i], font_size: 15, align }),
    ),
    ...['left', 'center', 'right'].map((align, i) => text(56, 4 + i * 32, 28, 20, w.mixed, { font: 'Noto Sans', font_size: 13, align })),
    text(80, 4, 92, 6, w.name, { font: 'Cormorant Garamond', font_size: 26 }),
    text(88, 4, 92, 6, w.signer, { font: 'Cormorant Garamond', font_size: 20, align: 'right' }),
  ]);

const justified = (w) =>
  sheet('a4', 'landscape', [
    ...[24, 17, 11.5].map((font_size, i) =>
      text(4 + i * 30, 5 + i * 7, 90 - i * 20, 26, `${w.statement} ${w.mixed}`, { font: ['Noto Serif', 'Source Sans 3', 'Tinos'][i], font_size, align: 'justify' }),
    ),
    text(92, 5, 90, 5, w.signer, { font: 'Tinos', font_size: 14, align: 'justify' }),
  ]);

/** Frames so narrow that words are cut, with sizes that fit nothing. */
const narrow = (w) =>
  sheet('us-letter', 'portrait', [
    ...[7, 11, 16, 23].map((width, i) =>
      text(3 + i * 24, 4, width, 22, w.wide, { font: 'Source Sans Pro', font_size: 19, align: ['left', 'center', 'right', 'justify'][i] }),
    ),
    ...[12, 19, 31].map((width, i) => text(3 + i * 32, 34, width, 30, `${w.course} ${w.wide}`, { font: 'Montserrat', font_size: 17 })),
    ...[9, 14, 24].map((width, i) => text(3 + i * 32, 70, width, 30, w.mixed, { font: 'Courier New', font_size: 12 })),
  ]);

const fitted = (w) =>
  sheet('us-letter', 'landscape', [
    ...[90, 60, 35, 18].map((width, i) =>
      text(3 + i * 13, 5, width, 11, w.name, { font: 'Playfair Display', font_weight: 700, font_size: 70, scale_to_fit: true, align: 'center', vertical_align: 'middle' }),
    ),
    ...[45, 28, 14].map((width, i) =>
      text(57, [5, 52, 82][i], width, 30, w.statement, { font: 'Lora', font_size: 40, scale_to_fit: true, vertical_align: 'middle' }),
    ),
    text(89, 5, 90, 8, w.wide, { font: 'Oswald', font_size: 60, scale_to_fit: true, align: 'right', vertical_align: 'bottom', underline: true }),
  ]);

const uppercase = (w) =>
  sheet('a4', 'landscape', [
    text(4, 5, 90, 10, w.heading, { font: 'Cinzel', font_weight: 700, font_size: 40, uppercase: true, align: 'center' }),
    text(18, 5, 90, 8, w.upper, { font: 'Libre Baskerville', font_size: 24, uppercase: true, underline: true }),
    text(30, 15, 70, 26, w.statement, { font: 'Raleway', font_weight: 600, font_size: 18, uppercase: true, align: 'justify' }),
    text(60, 15, 70, 12, w.mixed, { font: 'Poppins', font_size: 15, uppercase: true, align: 'center' }),
    text(76, 5, 90, 10, w.name, { font: 'Carlito', bold: true, font_size: 34, uppercase: true, scale_to_fit: true, align: 'right' }),
  ]);

const addresses = (w) =>
  sheet('a4', 'portrait', [
    ...['left', 'right', 'center', 'justify'].map((align, i) =>
      text(4 + i * 15, 8, 84, 13, `${w.mixed}\n(${w.course}) – 1,234.56 € / 12:30–14:45`, { font: 'Inter', font_size: 15 - i, align }),
    ),
    ...[60, 40, 24].map((width, i) => text(66 + i * 11, 8, width, 10, w.mixed, { font: 'Cousine', font_size: 11, color: '#004488', underline: true })),
  ]);

const SYMBOLS = '★ ✓ → ⇒ ± × ÷ ≤ ∞ € £ ₹ ₺ № § ¶ † ½ ¼ x²';
const EMOJI = '🎓 🏅 👩‍🎓 👍🏽 🇹🇷 1️⃣ ❤️ 🧪';

const symbols = (w) =>
  sheet('us-letter', 'landscape', [
    text(5, 5, 90, 10, `${w.heading} 🎓`, { font: 'Source Sans Pro', font_size: 38, align: 'center' }),
    text(20, 5, 90, 8, SYMBOLS, { font: 'Noto Sans', font_size: 22, align: 'center' }),
    text(32, 5, 90, 10, EMOJI, { font: 'Lora', font_size: 30, align: 'center' }),
    text(46, 15, 70, 20, `${w.course} 🏅 ${w.statement} ★`, { font: 'Lora', font_size: 20 }),
    text(70, 15, 70, 20, `“‘«‹…›»’” — – ‑ - ¡¿ ${w.signer} ✓ ${w.name}`, { font: 'Merriweather', font_size: 18, align: 'justify' }),
  ]);

const WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900];

const weights = (w) =>
  sheet('a4', 'portrait', [
    ...WEIGHTS.map((font_weight, i) => text(3 + i * 5.2, 5, 90, 5, `${font_weight} ${w.course}`, { font: 'Montserrat', font_weight, font_size: 22 })),
    ...WEIGHTS.map((font_weight, i) =>
      text(51 + i * 5.2, 5, 90, 5, `${w.course} ${font_weight}`, { font: ['Inter', 'Oswald', 'Playfair Display'][i % 3], font_weight, italic: true, bold: i === 4, font_size: 20 }),
    ),
  ]);

const handwriting = (w) =>
  sheet('us-letter', 'landscape', [
    text(6, 5, 90, 16, w.name, { font: 'Great Vibes', font_size: 58, align: 'center', scale_to_fit: true }),
    text(26, 5, 90, 14, w.heading, { font: 'Dancing Script', font_weight: 700, font_size: 54, align: 'center' }),
    text(44, 20, 60, 24, w.statement, { font: 'Dancing Script', font_size: 22, align: 'center' }),
    text(72, 10, 35, 10, w.signer, { font: 'Great Vibes', italic: true, font_size: 28 }),
    text(72, 55, 35, 10, w.signer, { font: 'Amiri', font_size: 24, align: 'right' }),
    text(88, 10, 80, 8, w.course, { font: 'Cinzel', font_weight: 900, font_size: 22, align: 'center' }),
  ]);

const lines = (w) =>
  sheet('a4', 'landscape', [
    text(2, 5, 90, 5, w.presents, { font_size: 18 }),
    ...LINE_STYLES.flatMap((line_style, i) => [
      { kind: 'line', ...frame(10 + i * 5, 5, 40, 3), line_width: 1.3 + i, line_style, color: '#1f3a5f' },
      { kind: 'line', ...frame(10 + i * 5, 50, 45.5, 3), line_width: 9, line_style, color: i % 2 ? '#b03a2e' : '#000000' },
      { kind: 'line', ...frame(54, 6 + i * 5.5, 3, 40), line_width: 10 - i, line_style, orientation: 'vertical', color: '#2e7d4f' },
      { kind: 'line', ...frame(54, 52 + i * 5.5, 3, 40), line_width: 0.7, line_style, orientation: 'vertical' },
    ]),
  ]);

const shapes = (w) =>
  sheet(
    'us-letter',
    'portrait',
    [
      { kind: 'rectangle', ...frame(-3, -3, 60, 30), fill: '#1f3a5f', stroke: 'none' },
      { kind: 'ellipse', ...frame(5, 50, 45, 30), fill: 'none', stroke: '#b03a2e', stroke_width: 17.5 },
      { kind: 'rectangle', ...frame(40, 5, 40, 20), fill: '#f4d35e', stroke: '#2b2b2b', stroke_width: 9, radius: 30 },
      { kind: 'rectangle', ...frame(46, 30, 40, 20), fill: 'none', stroke: '#2e7d4f', stroke_width: 0.8, radius: 400 },
      { kind: 'ellipse', ...frame(70, 4, 30, 8.2), fill: '#2e7d4f', stroke: 'none' },
      { kind: 'ellipse', ...frame(70, 40, 12.3, 25.1), fill: '#f4d35e', stroke: '#1f3a5f', stroke_width: 2 },
      { kind: 'rectangle', ...frame(72, 60, 0.4, 22), fill: '#000000', stroke: 'none' },
      text(12, 4, 50, 12, w.heading, { font: 'Oswald', font_size: 36, color: '#ffffff', scale_to_fit: true }),
      text(45, 8, 34, 10, w.course, { font: 'Inter', font_weight: 600, font_size: 22, align: 'center', vertical_align: 'middle', scale_to_fit: true }),
      text(90, 4, 92, 6, w.name, { font: 'Inter', font_size: 18 }),
    ],
    { background_color: '#fbf7ef' },
  );

const pictures = (w) =>
  sheet(
    'us-letter',
    'landscape',
    [
      ...['contain', 'cover', 'fill'].flatMap((fit, i) => [
        { kind: 'image', ...frame(8, 6 + i * 31, 26, 30), image_url: PHOTO, fit, alt: 'Boats in a harbour' },
        { kind: 'image', ...frame(42, 10 + i * 31, 9.7, 30), image_url: PHOTO, fit },
        { kind: 'image', ...frame(46, 21.3 + i * 31, 11, 13.3), image_url: '/art/wreath-green.svg', fit },
      ]),
      text(78, 6, 88, 8, w.name, { font: 'Lora', font_size: 30, align: 'center', scale_to_fit: true }),
      text(88, 6, 88, 6, w.course, { font: 'Lora', font_size: 18, align: 'center' }),
    ],
    { background: '/art/ground-contour-letter.svg', background_bleeds: true },
  );

const codes = (w) =>
  sheet('a4', 'landscape', [
    ...[
      [6, '#000000', '#ffffff'],
      [11, '#1f3a5f', '#f4f1e8'],
      [17, '#ffffff', '#3b1f5f'],
      [26, '#7a1f1f', '#fdebd0'],
    ].map(([width, foreground_color, background_color], i) => ({
      kind: 'qr',
      ...frame(6, [4, 14, 30, 52][i], width, (width * 1123) / 794),
      qr_code: `https://example.org/c/0f8fad5b-d9cb-469f-a165-70867728950e?n=${'x'.repeat(i * 40)}`,
      foreground_color,
      background_color,
    })),
    { kind: 'qr', ...frame(50, 6, 12.7, 30.3), qr_code: w.mixed.slice(0, 60) },
    text(54, 30, 60, 20, w.mixed, { font: 'Source Sans 3', font_size: 14 }),
    text(80, 30, 60, 10, w.presents, { font: 'Source Sans 3', font_size: 24 }),
  ]);

const card = (w) =>
  sheet('a8', 'landscape', [
    { kind: 'rectangle', ...frame(0, 0, 100, 22), fill: '#1f3a5f', stroke: 'none' },
    text(3, 5, 90, 16, w.heading, { font: 'Inter', font_weight: 600, font_size: 15, color: '#ffffff', scale_to_fit: true, vertical_align: 'middle' }),
    text(27, 5, 55, 18, w.name, { font: 'Inter', font_weight: 700, font_size: 16, scale_to_fit: true }),
    text(47, 5, 55, 26, w.statement, { font: 'Source Sans 3', font_size: 7, scale_to_fit: true }),
    text(76, 5, 55, 8, w.signer, { font: 'Great Vibes', font_size: 10 }),
    { kind: 'line', ...frame(84, 5, 55, 2), line_width: 0.6 },
    text(88, 5, 90, 8, w.upper, { font: 'Source Sans 3', font_size: 5.5, uppercase: true }),
    { kind: 'qr', ...frame(30, 61, 37.5, 53.3), qr_code: 'https://example.org/c/0f8fad5b-d9cb-469f' },
  ]);

const badge = (w) =>
  sheet('badge', 'landscape', [
    { kind: 'ellipse', ...frame(5, 5, 90, 90), fill: '#1f3a5f', stroke: '#c9a227', stroke_width: 18 },
    { kind: 'image', ...frame(14, 38, 24, 20), image_url: '/art/star-gold.svg', fit: 'contain' },
    text(36, 12, 76, 16, w.heading, { font: 'Poppins', font_weight: 700, font_size: 50, color: '#ffffff', align: 'center', vertical_align: 'middle', scale_to_fit: true }),
    text(54, 16, 68, 12, w.course, { font: 'Poppins', font_size: 26, color: '#f4d35e', align: 'center', vertical_align: 'middle', scale_to_fit: true }),
    text(68, 22, 56, 12, w.name, { font: 'Great Vibes', font_size: 40, color: '#ffffff', align: 'center', vertical_align: 'middle', scale_to_fit: true }),
  ]);

/** Paragraphs, empty lines, spaces at the ends, tabs and soft hyphens. */
const paragraphs = (w) =>
  sheet('a4', 'landscape', [
    ...['top', 'middle', 'bottom'].map((vertical_align, i) =>
      text(5, 4 + i * 32, 28, 45, `${w.heading}\n\n  ${w.course}  \n${w.presents}\n${w.name}\n`, { font: 'EB Garamond', font_size: 19, vertical_align }),
    ),
    text(55, 4, 28, 40, `${w.presents}\t${w.name}\t(1)`, { font: 'Lora', font_size: 16 }),
    text(55, 36, 28, 40, w.wide.replace(/(.{7})/gu, '$1\u00ad'), { font: 'Lora', font_size: 20 }),
    text(55, 68, 28, 40, `${w.course}\u00a0${w.course}\u200b${w.course}`, { font: 'Lora', font_size: 20, align: 'justify' }),
  ]);

const system = (w) =>
  sheet('us-letter', 'portrait', [
    ...['Arial', 'Times New Roman', 'Courier New', 'Calibri', 'Cambria', 'Georgia'].flatMap((font, i) => [
      text(3 + i * 16, 6, 88, 5, `${font}: ${w.course}`, { font, font_size: 20, bold: i % 2 === 1 }),
      text(8.5 + i * 16, 6, 88, 9, w.statement, { font, font_size: 12, italic: i % 2 === 0, align: 'justify' }),
    ]),
  ]);

/** Places and sizes between the pixels. */
const fractions = (w) =>
  sheet('a4', 'portrait', [
    ...[7.3, 9.99, 13.37, 17.777, 23.05, 31.4159].map((font_size, i) =>
      text(3.3333 + i * 15.7143, 4.4443 + i * 1.1117, 71.4287, 14.2857, `${w.name} ${w.presents} ${w.course}`, {
        font: ['Source Sans Pro', 'Noto Sans', 'Tinos', 'Raleway', 'Merriweather', 'Oswald'][i], font_size, align: ['left', 'justify', 'right', 'center'][i % 4],
      }),
    ),
    { kind: 'line', ...frame(97.7777, 3.3333, 91.1111, 0.3333), line_width: 0.9, color: '#333333' },
  ]);

const underlined = (w) =>
  sheet('us-letter', 'landscape', [
    ...[undefined, 'left', 'center', 'right', 'justify'].map((align, i) =>
      text(4 + i * 18, 5 + i, 50, 17, w.statement, { font: 'Carlito', font_size: 15, underline: true, color: ['#7a1f1f', '#1f3a5f', '#2e7d4f', '#5f1f5a', '#000000'][i], ...(align && { align }) }),
    ),
    ...[0, 1, 2].map((i) => text(8 + i * 28, 60, 36, 12, w.course, { font: 'Noto Serif', font_size: 24, underline: true, italic: i === 1, bold: i === 2, center: i === 0 && w.heading.length % 2 === 0 })),
  ]);

/** White on dark: the shade of the ground reaches into every stroke. */
const night = (w) =>
  sheet(
    'a4',
    'landscape',
    [
      { kind: 'rectangle', ...frame(4, 3, 94, 92), fill: 'none', stroke: '#c9a24a', stroke_width: 1.5 },
      text(12, 10, 80, 12, w.heading, { font: 'Playfair Display', font_weight: 700, font_size: 50, color: '#f0d58f', align: 'center', scale_to_fit: true }),
      text(30, 10, 80, 12, w.name, { font: 'Amiri', font_size: 44, color: '#ffffff', align: 'center', scale_to_fit: true }),
      text(48, 20, 60, 25, w.statement, { font: 'Lora', font_size: 17, color: '#d9deea', align: 'center' }),
      { kind: 'line', ...frame(76, 40, 20, 1), line_width: 4, line_style: 'double', color: '#c9a24a' },
      text(82, 20, 60, 8, w.mixed, { font: 'Source Sans 3', font_size: 10.5, color: '#d9deea', align: 'center' }),
    ],
    { background_color: '#0d1526' },
  );

/** One of the gallery's own designs, with this language's words in place of its tags. */
function fromTemplate(slug) {
  const { document } = JSON.parse(readFileSync(join(templates, `${slug}.json`), 'utf8'));
  return (w) => {
    const words = {
      'recipient.name': w.name, 'group.course_name': w.course, 'group.course_description': w.statement, 'issuer.name': w.signer,
      'credential.issued_on': '2026-11-21', 'credential.expired_on': '2028-11-21', 'credential.grade': '92', 'credential.id': '48213',
      'credential.license_id': 'LX-2026-0042', 'credential.uuid': '0f8fad5b-d9cb-469f-a165-70867728950e',
      'credential.url': 'https://example.org/c/0f8fad5b-d9cb-469f-a165-70867728950e',
    };
    const filled = (model) => model.replace(/\[([a-z._]+)\]/g, (tag, name) => words[name] ?? tag);
    const fill = (block) => {
      if (block.kind === 'text') return { ...block, model: filled(block.model) };
      return block.kind === 'qr' ? { ...block, qr_code: filled(block.qr_code) } : block;
    };
    return { ...document, blocks: document.blocks.map(fill) };
  };
}

const TEMPLATES = ['charter', 'ijaza', 'shoujou'];

const DESIGNS = {
  certificate, columns, justified, narrow, fitted, uppercase, addresses, symbols, weights, handwriting, lines, shapes, pictures, codes, card,
  badge, paragraphs, system, fractions, underlined, night,
  ...Object.fromEntries(TEMPLATES.map((slug) => [slug, fromTemplate(slug)])),
};

export const NAMES = Object.keys(DESIGNS);

/** A design of the set in one language; `photo` is where a picture of pixels lies. */
export function goldenDesign(name, language, words, photo) {
  const document = DESIGNS[name](words);
  const blocks = document.blocks.map((block) => (block.image_url === PHOTO ? { ...block, image_url: photo } : block));
  return { ...document, blocks, language };
}
