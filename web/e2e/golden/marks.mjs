/** Designs of one language each whose letters bear marks, in families and styles that place them differently. */
const frame = (index, left, width) => ({ top: `${2 + index * 8}%`, left: `${left}%`, image_width: `${width}%`, image_height: '7.5%' });
const row = (index, model, font, more) => ({ kind: 'text', ...frame(index, 4, 92), model, font, font_size: 26, ...more });
const sheet = (name, language, blocks) => {
  const design = { schema_version: 1, kind: 'certificate', size: 'us-letter', orientation: 'landscape', language, blocks };
  return { name, language, title: `${name} ${language}`, design };
};

const OPENING = 'بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ';
const STATEMENT = 'هَٰذَا كِتَابٌ مُبَارَكٌ، وَٱلشَّمْسُ تَجْرِي لِمُسْتَقَرٍّ لَّهَا، وَأُولَٰئِكَ يُؤْتِي ٱلْعِلْمَ نُورًا (٩٢٪) 21/11/2026.';

const vocalised = sheet('vocalised', 'ar', [
  row(0, OPENING, 'Amiri', { align: 'center', font_size: 34 }),
  row(1, STATEMENT, 'Amiri', { italic: true, font_size: 20 }),
  row(2, OPENING, 'El Messiri', { italic: true }),
  row(3, `${STATEMENT} ${STATEMENT}`, 'El Messiri', { scale_to_fit: true, underline: true }),
  row(4, OPENING, 'Tajawal', { italic: true, font_weight: 700 }),
  row(5, `${STATEMENT} ${OPENING}`, 'Tajawal', { scale_to_fit: true, italic: true }),
  row(6, OPENING, 'Cairo', { underline: true }),
  row(7, STATEMENT, 'Noto Naskh Arabic', { align: 'justify' }),
  row(8, STATEMENT, 'Scheherazade New', { italic: true, font_size: 20 }),
  row(9, STATEMENT, 'Lateef', { scale_to_fit: true, underline: true }),
  row(10, STATEMENT, 'Aref Ruqaa', { font_size: 18 }),
  row(11, OPENING, 'Reem Kufi', { italic: true, align: 'left' }),
]);

const POINTED = 'תְּעוּדָה לְכׇל־הָאָרֶץ, בְּרֵאשִׁית יִשְׂרָאֵל (12) צַּדִּיק׃';
const CONTACT = 'טל׳ 03-1234567, מס׳ 48 בע״מ – ₪450 (5%), ב־21.11.2026';

const pointed = sheet('pointed', 'he', [
  row(0, POINTED, 'Frank Ruhl Libre', { align: 'center' }),
  row(1, CONTACT, 'Frank Ruhl Libre', {}),
  row(2, CONTACT, 'Frank Ruhl Libre', { font_weight: 700, italic: true, align: 'justify' }),
  row(3, POINTED, 'David Libre', { italic: true }),
  row(4, CONTACT, 'David Libre', { underline: true }),
  row(5, `${POINTED} ${CONTACT}`, 'Noto Serif Hebrew', { scale_to_fit: true }),
  row(6, POINTED, 'Noto Sans Hebrew', { italic: true, underline: true }),
  row(7, CONTACT, 'Arimo', { align: 'left' }),
  row(8, `${POINTED} ${CONTACT}`, 'Tinos', { scale_to_fit: true, italic: true }),
  row(9, CONTACT, 'Cardo', { font_size: 20 }),
  row(10, CONTACT, 'Heebo', {}),
  row(11, POINTED, 'Assistant', { font_weight: 700 }),
]);

export const MARKED = [vocalised, pointed];
