// Writes the font registry from the installed @fontsource packages: `npm run fonts`.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const packages = join(web, 'node_modules/@fontsource');
const out = join(web, 'src/editor/fonts');

/** Weights beyond 400 and 700, for faces that titles are set in. */
const DISPLAY_WEIGHTS = {
  cinzel: [600, 900],
  'cormorant-garamond': [300, 500, 600],
  'dancing-script': [600],
  'eb-garamond': [600],
  inter: [300, 500, 600],
  montserrat: [300, 500, 600, 900],
  oswald: [300, 500, 600],
  'playfair-display': [600, 900],
  poppins: [300, 500, 600],
  raleway: [300, 500, 600],
  'source-sans-3': [300, 600],
  'source-sans-pro': [300, 600, 900],
};
/** Metric twins that stand for fonts which exist on few machines, by the name designs use. */
const SYSTEM_TWINS = {
  Arial: 'Arimo',
  'Times New Roman': 'Tinos',
  'Courier New': 'Cousine',
  Calibri: 'Carlito',
  Cambria: 'Caladea',
  Georgia: 'Gelasio',
};
/** The CJK families are large: two weights, and only the scripts that they are chosen for. */
const CJK = /-(?:jp|kr|sc|tc)$/;
const CJK_ONE_WEIGHT = new Set(['noto-serif-jp']);
const CJK_LEFT_OUT = new Set(['cyrillic', 'vietnamese']);
/** Slices of signs hold a few of many: not enough to say that a family has them. */
const SIGNS = new Set(['math', 'symbols']);
const GENERIC = { serif: 'serif', 'sans-serif': 'sans-serif', monospace: 'monospace' };

function wanted(id, subset, weight, italic) {
  if (CJK.test(id)) {
    if (CJK_LEFT_OUT.has(subset) || italic) return false;
    return weight === 400 || (weight === 700 && !CJK_ONE_WEIGHT.has(id));
  }
  return weight === 400 || weight === 700 || (!italic && (DISPLAY_WEIGHTS[id] ?? []).includes(weight));
}

function readFaces(id) {
  const ranges = JSON.parse(readFileSync(join(packages, id, 'unicode.json'), 'utf8'));
  const used = {};
  const faces = [];
  let bytes = 0;
  for (const file of readdirSync(join(packages, id, 'files')).sort()) {
    const [, subset, weight, style] = /^(.+)-(\d+)-(normal|italic)\.woff2$/.exec(file.slice(id.length + 1)) ?? [];
    if (!subset || !wanted(id, subset, Number(weight), style === 'italic')) continue;
    const range = ranges[subset] ?? ranges[`[${subset}]`];
    // A file without a range holds a whole script once more, beside its slices.
    if (!range) continue;
    const data = readFileSync(join(packages, id, 'files', file));
    bytes += data.length;
    used[subset] = range;
    const hash = createHash('sha256').update(data).digest('hex').slice(0, 16);
    faces.push({ subset, weight: Number(weight), italic: style === 'italic', hash });
  }
  return { id, ranges: used, faces, bytes };
}

function weightsOf(faces) {
  const names = new Map(faces.map((face) => [`${face.weight}${face.italic ? 'i' : ''}`, face]));
  return [...names]
    .sort(([, a], [, b]) => a.weight - b.weight || Number(a.italic) - Number(b.italic))
    .map(([name, face]) => (face.italic ? name : face.weight));
}

function scriptsOf(id, metadata, ranges) {
  if (id === 'noto-emoji') return ['emoji'];
  const known = metadata.subsets.filter((subset) => subset in ranges || CJK.test(id));
  return known.filter((subset) => !SIGNS.has(subset) && !(CJK.test(id) && CJK_LEFT_OUT.has(subset))).sort();
}

const write = (path, value) => writeFileSync(path, `${JSON.stringify(value)}\n`);

rmSync(join(out, 'faces'), { recursive: true, force: true });
mkdirSync(join(out, 'faces'), { recursive: true });
const fonts = [];
let bytes = 0;
for (const id of readdirSync(packages).sort()) {
  const metadata = JSON.parse(readFileSync(join(packages, id, 'metadata.json'), 'utf8'));
  const { bytes: size, ...family } = readFaces(id);
  bytes += size;
  write(join(out, 'faces', `${id}.json`), family);
  fonts.push({
    name: metadata.family,
    type: 'google',
    weights: weightsOf(family.faces),
    fallback: GENERIC[metadata.category] ?? (metadata.category === 'handwriting' ? 'cursive' : 'sans-serif'),
    scripts: scriptsOf(id, metadata, family.ranges),
    files: id,
  });
}
for (const [name, twin] of Object.entries(SYSTEM_TWINS)) {
  const font = fonts.find((other) => other.name === twin);
  fonts.push({ ...font, name, type: 'system', alias: twin });
}
fonts.sort((a, b) => a.name.localeCompare(b.name, 'en'));
writeFileSync(join(out, 'fonts.json'), `[\n${fonts.map((font) => `  ${JSON.stringify(font)}`).join(',\n')}\n]\n`);
process.stdout.write(`${fonts.length} families, ${(bytes / 1e6).toFixed(1)} MB\n`);
