// Writes the font registry from the installed @fontsource packages: `npm run fonts`.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { categoryOf, claimedScripts, genericOf, SYSTEM_TWINS, wanted } from './fonts/choice.mjs';
import { drawn, languagesOf, provenScripts } from './fonts/coverage.mjs';
import { fontFile } from './fonts/files.mjs';
import { preview } from './fonts/preview.mjs';

const web = join(import.meta.dirname, '..');
const packages = join(web, 'node_modules/@fontsource');
const out = join(web, 'src/editor/core/fonts');

const read = (id, file) => readFileSync(join(packages, id, file));

function readFaces(metadata) {
  const { id } = metadata;
  const claimed = JSON.parse(read(id, 'unicode.json'));
  const ranges = {};
  const faces = [];
  let bytes = 0;
  for (const file of readdirSync(join(packages, id, 'files')).sort()) {
    const [, subset, weight, style] = /^(.+)-(\d+)-(normal|italic)\.woff2$/.exec(file.slice(id.length + 1)) ?? [];
    const face = { subset, weight: Number(weight), italic: style === 'italic' };
    if (!subset || !wanted(metadata, face)) continue;
    const range = claimed[subset] ?? claimed[`[${subset}]`];
    // A file without a range holds a whole script once more, beside its slices.
    if (!range) continue;
    const data = readFileSync(fontFile(id, face));
    ranges[subset] ??= drawn(data, range);
    if (!ranges[subset]) continue;
    bytes += data.length;
    faces.push({ ...face, hash: createHash('sha256').update(data).digest('hex').slice(0, 16) });
  }
  return { id, ranges: Object.fromEntries(Object.entries(ranges).filter(([, range]) => range)), faces, bytes };
}

function weightsOf(faces) {
  const names = new Map(faces.map((face) => [`${face.weight}${face.italic ? 'i' : ''}`, face]));
  return [...names]
    .sort(([, a], [, b]) => a.weight - b.weight || Number(a.italic) - Number(b.italic))
    .map(([name, face]) => (face.italic ? name : face.weight));
}

/** One family: its place in the registry, and what the menu says of it. */
function readFamily(id) {
  const metadata = JSON.parse(read(id, 'metadata.json'));
  const { bytes, ...files } = readFaces(metadata);
  const languages = languagesOf(files.ranges);
  const category = categoryOf(metadata);
  const scripts = provenScripts(claimedScripts(metadata, Object.keys(files.ranges)), languages);
  const font = {
    name: metadata.family,
    type: 'google',
    weights: weightsOf(files.faces),
    fallback: genericOf(category),
    scripts,
    files: id,
  };
  const look = { category, languages: languages.join(' ') };
  return { font, files, bytes, look };
}

/** A font's name in its own face, which a twin lends to the font that it stands for; none without Latin letters. */
function drawName({ font: { name, scripts, files: id } }) {
  return scripts.includes('latin') ? [[name, preview(read(id, `files/${id}-latin-400-normal.woff2`), name)]] : [];
}

const line = (value) => `${JSON.stringify(value)}\n`;
const byName = (entries) => Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));

rmSync(join(out, 'faces'), { recursive: true, force: true });
mkdirSync(join(out, 'faces'), { recursive: true });
const families = readdirSync(packages).sort().map(readFamily);
for (const { files } of families) writeFileSync(join(out, 'faces', `${files.id}.json`), line(files));

const twins = Object.entries(SYSTEM_TWINS).map(([name, twin]) => {
  const family = families.find(({ font }) => font.name === twin);
  return { ...family, font: { ...family.font, name, type: 'system', alias: twin } };
});
const offered = [...families, ...twins];
const fonts = offered.map(({ font }) => font).sort((a, b) => a.name.localeCompare(b.name, 'en'));
writeFileSync(join(out, 'fonts.json'), `[\n${fonts.map((font) => `  ${JSON.stringify(font)}`).join(',\n')}\n]\n`);
writeFileSync(join(out, 'menu.json'), line(byName(offered.map(({ font, look }) => [font.name, look]))));
writeFileSync(join(out, 'previews.json'), line(byName(offered.flatMap(drawName))));
const bytes = families.reduce((sum, family) => sum + family.bytes, 0);
process.stdout.write(`${fonts.length} families, ${(bytes / 1e6).toFixed(1)} MB\n`);
