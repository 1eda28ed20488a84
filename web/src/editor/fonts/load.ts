import { cssFamily, cssFont, type Face } from './face';
import { codePoints, needsGlyph } from './ranges';
import { findFont, isBundled, nearestWeight } from './registry';

type FamilyFiles = {
  id: string;
  ranges: Record<string, string>;
  faces: { subset: string; weight: number; italic: boolean; hash: string }[];
};

const lists = import.meta.glob<FamilyFiles>('./faces/*.json', { import: 'default' });
/** One weight of a family as the document knows it: each file with the characters it is for. */
type Registered = { files: FamilyFiles; faces: { font: FontFace; covers: ReadonlySet<number> }[] };

const registered = new Map<string, Promise<Registered>>();

async function readFiles(id: string): Promise<FamilyFiles> {
  const read = lists[`./faces/${id}.json`];
  if (!read) throw new Error(`font_failed: no files for ${id}`);
  return read();
}

/** Tells the document about one weight of a family; the browser fetches a file when a text needs it. */
async function register(family: string, weight: number, italic: boolean): Promise<Registered> {
  const font = findFont(family);
  const files = await readFiles(font.files);
  const nearest = nearestWeight(font, weight, italic);
  // A family without an italic is slanted by the browser, the same way on canvas and in SVG.
  const slanted = italic && files.faces.some((face) => face.italic);
  const faces = files.faces
    .filter((face) => face.weight === nearest && face.italic === slanted)
    .map((face) => {
      const unicodeRange = files.ranges[face.subset] ?? 'U+0-10FFFF';
      const font = new FontFace(cssFamily(family), `url(/fonts/${face.hash}.woff2) format("woff2")`, {
        weight: String(face.weight),
        style: face.italic ? 'italic' : 'normal',
        unicodeRange,
      });
      document.fonts.add(font);
      return { font, covers: codePoints([unicodeRange]) };
    });
  return { files, faces };
}

function registerOnce(family: string, { weight, italic }: Face): Promise<Registered> {
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

function registerFace(face: Face): Promise<Registered[]> {
  return Promise.all(face.families.filter(isBundled).map((family) => registerOnce(family, face)));
}

/** The files are asked for one by one: the document's own `check` says too early that all are there. */
async function loadFace(face: Face, text: string): Promise<boolean> {
  // The space gives a face its own box, even where the text has none.
  const points = [...`${text} `].map((char) => char.codePointAt(0) ?? 0);
  try {
    const faces = (await registerFace(face)).flatMap((family) => family.faces);
    const missing = faces.filter(
      ({ font, covers }) => font.status !== 'loaded' && points.some((point) => covers.has(point)),
    );
    await Promise.all(missing.map(({ font }) => font.load()));
    return missing.length > 0;
  } catch (cause) {
    throw new Error(`font_failed: ${cssFont(face, 16)}`, { cause });
  }
}

const coverage = new Map<string, Set<number>>();

function coverageOf(files: FamilyFiles): Set<number> {
  const known = coverage.get(files.id) ?? codePoints(Object.values(files.ranges));
  coverage.set(files.id, known);
  return known;
}

/** Whether a text has characters that none of its face's families draws. */
export async function lacksGlyphs(face: Face, text: string): Promise<boolean> {
  const covers = (await registerFace(face)).map(({ files }) => coverageOf(files));
  return [...text].some(
    (char) => needsGlyph(char) && !covers.some((set) => set.has(char.codePointAt(0) ?? 0)),
  );
}
