import { cssFamily, cssFont, type Face } from './face';
import { codePoints, needsGlyph } from './ranges';
import { type Font, fontOfFamily, nearestWeight } from './registry';

type FamilyFiles = {
  id: string;
  ranges: Record<string, string>;
  faces: { subset: string; weight: number; italic: boolean; hash: string }[];
};

/** A font file and the characters it covers. */
type File = { url: string; weight: number; italic: boolean; range: string };
/** A font file that is registered in the document. */
type Registered = { family: string; file: File; font: FontFace; covers: ReadonlySet<number> };

const lists = import.meta.glob<FamilyFiles>('./faces/*.json', { import: 'default' });
const filesOf = new Map<string, Promise<readonly File[]>>();
const registered = new Map<string, Registered[]>();

async function readFiles({ files }: Font): Promise<readonly File[]> {
  if (typeof files !== 'string') return files;
  const read = lists[`./faces/${files}.json`];
  if (!read) throw new Error(`font_failed: no files for ${files}`);
  const { ranges, faces } = await read();
  return faces.map(({ hash, subset, weight, italic }) => {
    return { url: `/fonts/${hash}.woff2`, weight, italic, range: ranges[subset] ?? 'U+0-10FFFF' };
  });
}

function readOnce(font: Font): Promise<readonly File[]> {
  const key = font.family ?? font.name;
  const known = filesOf.get(key) ?? readFiles(font);
  filesOf.set(key, known);
  known.catch(() => filesOf.delete(key));
  return known;
}

function addToDocument(family: string, { url, weight, italic, range }: File): FontFace {
  const face = new FontFace(cssFamily(family), `url(${url})`, {
    weight: String(weight),
    style: italic ? 'italic' : 'normal',
    unicodeRange: range,
  });
  document.fonts.add(face);
  return face;
}

/** Registers the files of a family in the document. The browser loads a file when a text needs it. */
function register(family: string, files: readonly File[]): Registered[] {
  return files.map((file) => ({
    family,
    file,
    font: addToDocument(family, file),
    covers: codePoints([file.range]),
  }));
}

/**
 * Returns the files of one family for a face, or none for a generic family. Each file is registered only once: if two files
 * cover a character, the document uses the one added last, so a duplicate that is loaded for another text would replace the
 * first.
 */
async function registerOnce(family: string, { weight, italic }: Face): Promise<Registered[]> {
  const font = fontOfFamily(family);
  if (!font) return [];
  const files = await readOnce(font);
  const nearest = nearestWeight(font, weight, italic);
  // If a family has no italic, the browser synthesizes it in the same way on canvas and in SVG.
  const slanted = italic && files.some((file) => file.italic);
  const key = `${family}/${nearest}/${slanted}`;
  const known =
    registered.get(key) ??
    register(
      family,
      files.filter((file) => file.weight === nearest && file.italic === slanted),
    );
  registered.set(key, known);
  return known;
}

/** Loads the files that each text needs. Returns true if anything was newly loaded, and rejects if a file fails. */
export async function loadFaces(wanted: readonly { face: Face; text: string }[]): Promise<boolean> {
  const news = await Promise.all(wanted.map(({ face, text }) => loadFace(face, text)));
  return news.includes(true);
}

/** Returns the files that a text may be drawn with. A family is only used for characters that the previous families lack. */
async function needed(face: Face, text: string): Promise<Registered[]> {
  // The font of the space determines the box of the face, even if the text has no space.
  const points = [...`${text} `].map((char) => char.codePointAt(0) ?? 0);
  const drawn = new Set<number>();
  const found: Registered[] = [];
  for (const family of face.families) {
    for (const file of await registerOnce(family, face)) {
      const some = points.filter((point) => file.covers.has(point));
      for (const point of some) drawn.add(point);
      if (some.length > 0) found.push(file);
    }
    if (points.every((point) => drawn.has(point) || !needsGlyph(String.fromCodePoint(point)))) break;
  }
  return found;
}

/** Returns the distinct files that texts are drawn with, each with its CSS family, in a stable order. */
export async function fontFiles(
  wanted: readonly { face: Face; text: string }[],
): Promise<({ family: string } & File)[]> {
  const all = (await Promise.all(wanted.map(({ face, text }) => needed(face, text)))).flat();
  const found = new Map(
    all.map(({ family, file }) => [`${family} ${file.url}`, { ...file, family: cssFamily(family) }]),
  );
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
}

/** Loads each file separately, because `document.fonts.check` reports too early that all are loaded. */
async function loadFace(face: Face, text: string): Promise<boolean> {
  try {
    const missing = (await needed(face, text)).filter(({ font }) => font.status !== 'loaded');
    await Promise.all(missing.map(loadFile));
    return missing.length > 0;
  } catch (cause) {
    throw new Error(`font_failed: ${cssFont(face, 16)}`, { cause });
  }
}

async function loadFile(known: Registered): Promise<void> {
  if (known.font.status === 'error') {
    // A FontFace that failed stays failed, so the retry uses a new one for the same file.
    document.fonts.delete(known.font);
    known.font = addToDocument(known.family, known.file);
  }
  await known.font.load();
}

/** Whether a text has characters without a glyph in any family of its face. */
export async function lacksGlyphs(face: Face, text: string): Promise<boolean> {
  const files = await Promise.all(face.families.map((family) => registerOnce(family, face)));
  const covers = files.flat().map((file) => file.covers);
  return [...text].some(
    (char) => needsGlyph(char) && !covers.some((set) => set.has(char.codePointAt(0) ?? 0)),
  );
}
