import { cssFont, type Face } from './face';
import { codePoints, needsGlyph } from './ranges';
import { findFont, isBundled, nearestWeight } from './registry';

type FamilyFiles = {
  id: string;
  ranges: Record<string, string>;
  faces: { subset: string; weight: number; italic: boolean; hash: string }[];
};

const lists = import.meta.glob<FamilyFiles>('./faces/*.json', { import: 'default' });
const registered = new Map<string, Promise<FamilyFiles>>();

async function readFiles(id: string): Promise<FamilyFiles> {
  const read = lists[`./faces/${id}.json`];
  if (!read) throw new Error(`font_failed: no files for ${id}`);
  return read();
}

/** Tells the document about one weight of a family; the browser fetches a file when a text needs it. */
async function register(family: string, weight: number, italic: boolean): Promise<FamilyFiles> {
  const font = findFont(family);
  const files = await readFiles(font.files);
  const nearest = nearestWeight(font, weight, italic);
  // A family without an italic is slanted by the browser, the same way on canvas and in SVG.
  const slanted = italic && files.faces.some((face) => face.italic);
  for (const face of files.faces) {
    if (face.weight !== nearest || face.italic !== slanted) continue;
    document.fonts.add(
      new FontFace(family, `url(/fonts/${face.hash}.woff2) format("woff2")`, {
        weight: String(face.weight),
        style: face.italic ? 'italic' : 'normal',
        unicodeRange: files.ranges[face.subset] ?? 'U+0-10FFFF',
      }),
    );
  }
  return files;
}

function registerOnce(family: string, { weight, italic }: Face): Promise<FamilyFiles> {
  const key = `${family}/${weight}/${italic}`;
  const known = registered.get(key) ?? register(family, weight, italic);
  registered.set(key, known);
  known.catch(() => registered.delete(key));
  return known;
}

/** Fetches what is needed to show each text in its face, and says whether anything was new; rejects when a file fails. */
export async function loadFaces(wanted: readonly { face: Face; text: string }[]): Promise<boolean> {
  const news = await Promise.all(wanted.map(({ face, text }) => loadFace(face, text)));
  return news.includes(true);
}

function registerFace(face: Face): Promise<FamilyFiles[]> {
  return Promise.all(face.families.filter(isBundled).map((family) => registerOnce(family, face)));
}

async function loadFace(face: Face, text: string): Promise<boolean> {
  const font = cssFont(face, 16);
  // The space gives a face its own box, even where the text has none.
  const sample = `${text} `;
  try {
    await registerFace(face);
    if (document.fonts.check(font, sample)) return false;
    await document.fonts.load(font, sample);
  } catch (cause) {
    throw new Error(`font_failed: ${font}`, { cause });
  }
  if (!document.fonts.check(font, sample)) throw new Error(`font_failed: ${font}`);
  return true;
}

const coverage = new Map<string, Set<number>>();

function coverageOf(files: FamilyFiles): Set<number> {
  const known = coverage.get(files.id) ?? codePoints(Object.values(files.ranges));
  coverage.set(files.id, known);
  return known;
}

/** Whether a text has characters that none of its face's families draws. */
export async function lacksGlyphs(face: Face, text: string): Promise<boolean> {
  const covers = (await registerFace(face)).map(coverageOf);
  return [...text].some(
    (char) => needsGlyph(char) && !covers.some((set) => set.has(char.codePointAt(0) ?? 0)),
  );
}
