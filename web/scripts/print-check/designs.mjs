const text = (top, model, more = {}) => ({
  kind: 'text',
  model,
  top,
  left: '10%',
  image_width: '80%',
  image_height: '10%',
  align: 'center',
  ...more,
});

const pixel = (color) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="${color}"/><circle cx="150" cy="100" r="80" fill="white"/></svg>`)}`;

const PHOTO = 'https://example.org/photo.png';
const BACKGROUND = 'https://example.org/background.png';
const frame = (top, left, width, height) => ({ top, left, image_width: width, image_height: height });

const LINE_STYLES = ['solid', 'dotted', 'dashed', 'double', 'groove', 'ridge', 'inset', 'outset'];

/** A certificate that uses every kind of block. */
function certificate(size, orientation = 'landscape') {
  return {
    schema_version: 1,
    kind: 'certificate',
    size,
    orientation,
    background: BACKGROUND,
    background_bleeds: true,
    blocks: [
      { kind: 'rectangle', ...frame('4%', '3%', '94%', '92%'), fill: '#fffdf7', stroke: '#8a6d2f', stroke_width: 4, radius: 18 },
      text('9%', 'Certificate of completion', { font: 'Playfair Display', font_size: 46, font_weight: 700, color: '#1f3a5f', role: 'heading' }),
      text('20%', 'This certifies that', { font: 'Lora', italic: true, font_size: 20 }),
      text('25%', '[recipient.name]', {
        font: 'Playfair Display', font_size: 64, image_height: '14%', scale_to_fit: true, vertical_align: 'middle', underline: true, color: '#8a6d2f',
      }),
      text('41%', 'has completed [group.course_name] on [credential.issued_on], with distinction and after forty hours of classes, exercises and a final examination.\n[credential.grade]\nWell done.', {
        font: 'Source Sans Pro', font_size: 18, align: 'justify', left: '20%', image_width: '60%', image_height: '18%',
      }),
      text('62%', 'valid for istanbul', { font: 'Arial', bold: true, uppercase: true, font_size: 14, image_height: '4%' }),
      ...LINE_STYLES.map((line_style, i) => ({
        kind: 'line', ...frame(`${67 + i * 1.5}%`, '8%', '25%', '1.5%'), line_width: 6, line_style, color: '#1f3a5f',
      })),
      { kind: 'line', ...frame('67%', '35%', '1%', '12%'), line_width: 3, line_style: 'dashed', orientation: 'vertical', color: '#aa0000' },
      { kind: 'ellipse', ...frame('70%', '40%', '14%', '16%'), fill: '#8a6d2f', stroke: '#1f3a5f', stroke_width: 3 },
      { kind: 'image', ...frame('70%', '58%', '8%', '16%'), image_url: PHOTO, fit: 'cover', alt: 'A seal' },
      { kind: 'image', ...frame('70%', '68%', '8%', '16%'), image_url: PHOTO, fit: 'contain' },
      { kind: 'qr', ...frame('70%', '80%', '12%', '16%'), qr_code: '[credential.url]' },
      text('90%', 'Never shown', { hidden: true }),
    ],
  };
}

const value = (kind, words) => ({ kind, value: words });

function recipient(name) {
  return {
    values: {
      'recipient.name': value('text', name),
      'group.course_name': value('text', 'Practical Statistics <b>I</b>'),
      'credential.issued_on': value('date', '2026-11-21'),
      'credential.url': value('text', 'https://example.org/c/0f8fad5b-d9cb-469f-a165-70867728950e'),
    },
  };
}

const people = ['Zoë Müller-Lüdenscheidt', 'Анна Каренина', 'فاطمة الزهراء', '山田 太郎'];
const images = { [PHOTO]: pixel('#336699'), [BACKGROUND]: pixel('#d9c9a3') };
const base = { title: 'Certificate', images };

const arabic = {
  ...certificate('a4'),
  blocks: [
    text('10%', 'شهادة إتمام', { font: 'Amiri', font_size: 48, role: 'heading' }),
    text('30%', '[recipient.name]', { font: 'Playfair Display', font_size: 40 }),
    text('45%', 'أتم بنجاح دورة [group.course_name] بتاريخ [credential.issued_on] بعد أربعين ساعة من الدروس والتمارين والامتحان النهائي في المعهد الوطني للإحصاء والعلوم التطبيقية', {
      align: undefined, font_size: 22, image_height: '20%', underline: true,
    }),
  ],
};
const japanese = {
  ...certificate('a4', 'portrait'),
  background: '',
  background_color: '#fffbe6',
  blocks: [
    text('10%', '修了証', { font: 'Noto Serif JP', font_size: 60, role: 'heading' }),
    text('25%', '[recipient.name] 殿', { font: 'Playfair Display', font_size: 40 }),
    text('40%', 'あなたは「統計学入門」の全課程を修了したことをここに証明します。（二〇二六年十一月二十一日）', {
      align: 'left', font_size: 24, left: '20%', image_width: '60%', image_height: '20%',
    }),
    text('70%', 'ขอมอบประกาศนียบัตรฉบับนี้ไว้เพื่อแสดงว่าสำเร็จการศึกษาหลักสูตรสถิติเบื้องต้น', { font_size: 24, left: '25%', image_width: '50%', image_height: '15%' }),
    text('85%', '김민준 · 王小明 · शिवाजी · שלום · ★ ✓ → 🎓', { font_size: 24 }),
  ],
};
const badge = {
  ...certificate('badge'),
  kind: 'badge',
  background: '',
  blocks: [
    { kind: 'ellipse', ...frame('5%', '5%', '90%', '90%'), fill: '#1f3a5f', stroke: '#c9a227', stroke_width: 18 },
    text('35%', '[recipient.name]', { font: 'Great Vibes', font_size: 80, color: '#ffffff', image_height: '30%', scale_to_fit: true, vertical_align: 'middle' }),
  ],
};

export const fixtures = [
  {
    name: 'letter-batch',
    job: { ...base, design: certificate('us-letter'), lang: 'en', mode: 'pdf', pages: people.map(recipient) },
    expected: { pages: 4, mm: [279.4, 215.9], texts: [...people, 'November 21, 2026', '<b>I</b>'] },
  },
  {
    name: 'a4-print',
    job: { ...base, design: certificate('a4'), lang: 'de', mode: 'print', pages: people.slice(0, 2).map(recipient) },
    expected: { pages: 2, mm: [307, 220], texts: ['Zoë Müller-Lüdenscheidt', '21. November 2026'] },
  },
  {
    name: 'a4-portrait-batch',
    job: {
      ...base, design: certificate('a4', 'portrait'), lang: 'fr', mode: 'print',
      pages: Array.from({ length: 40 }, (_, i) => recipient(`Recipient ${i}`)),
    },
    expected: { pages: 40, mm: [220, 307], texts: ['Recipient 0', 'Recipient 39'] },
  },
  {
    name: 'arabic',
    job: { ...base, design: arabic, lang: 'ar', mode: 'pdf', pages: [recipient('فاطمة الزهراء')] },
    expected: { pages: 1, mm: [297, 210], texts: ['شهادة إتمام', 'فاطمة الزهراء', 'Practical Statistics'] },
  },
  {
    name: 'japanese',
    job: { ...base, design: japanese, lang: 'ja', mode: 'pdf', pages: [recipient('𠮷野 花子')] },
    expected: { pages: 1, mm: [210, 297], texts: ['修了証', '𠮷野 花子', '王小明', '김민준', '🎓'] },
  },
  {
    name: 'a8',
    job: { ...base, design: { ...certificate('a8'), blocks: [text('30%', '[recipient.name]', { scale_to_fit: true, font_size: 30, image_height: '15%' })] }, lang: 'en', mode: 'print', pages: people.slice(0, 3).map(recipient) },
    expected: {
      pages: 3, mm: [74, 52], texts: ['Zoë Müller-Lüdenscheidt'],
      warnings: [{ page: 0, block_index: 0, code: 'shrunk' }],
    },
  },
  { name: 'letter', job: { ...base, design: certificate('us-letter'), lang: 'en', mode: 'picture', pages: [recipient(people[0])] }, expected: {} },
  { name: 'badge', job: { ...base, design: badge, lang: 'en', mode: 'picture', pages: [recipient('Ada Lovelace')] }, expected: {} },
];
