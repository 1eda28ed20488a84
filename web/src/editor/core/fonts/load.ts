import { cssFamily, cssFont, type Face } from './face';
import { codePoints, needsGlyph } from './ranges';
import { type Font, fontOfFamily, nearestWeight } from './registry';

type FamilyFiles = {
  id: string;
  ranges: Record<string, string>;
  faces: { subset: string; weight: number; italic: boolean; hash: string }[];
};

/** A file of a font with the characters it is for. */
type File = { url: string; weight: number; italic: boolean; range: string };
/** A file as the document knows it. */
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

/** Tells the document about these files of a family; the browser fetches one when a text needs it. */
function register(family: string, files: readonly File[]): Registered[] {
  return files.map((file) => ({
    family,
    file,
    font: addToDocument(family, file),
    covers: codePoints([file.range]),
  }));
}

/**
 * The files of one family for a face; none for a generic family. The document knows each file once: of two that draw a
 * character it takes the one added last, so a second copy, fetched for another text, would draw where the first did before.
 */
async function registerOnce(family: string, { weight, italic }: Face): Promise<Registered[]> {
  const font = fontOfFamily(family);
  if (!font) return [];
  const files = await readOnce(font);
  const nearest = nearestWeight(font, weight, italic);
  // A family without an italic is slanted by the browser, the same way on canvas and in SVG.
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

/** Fetches what is needed to show each text in its face, and says whether anything was new; rejects when a file fails. */
export async function loadFaces(wanted: readonly { face: Face; text: string }[]): Promise<boolean> {
  const news = await Promise.all(wanted.map(({ face, text }) => loadFace(face, text)));
  return news.includes(true);
}

/** The files that a text may be drawn from: a family is asked only while those before it leave characters over. */
async function needed(face: Face, text: string): Promise<Registered[]> {
  // The space gives a face its own box, even where the text has none.
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

/** The files that texts are drawn with, each once, with the family that they are called by; always in the same order. */
export async function fontFiles(
  wanted: readonly { face: Face; text: string }[],
): Promise<({ family: string } & File)[]> {
  const all = (await Promise.all(wanted.map(({ face, text }) => needed(face, text)))).flat();
  const found = new Map(
    all.map(({ family, file }) => [`${family} ${file.url}`, { ...file, family: cssFamily(family) }]),
  );
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
}

/** The files are asked for one by one: the document's own `check` says too early that all are there. */
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
    // A face that failed says so for ever: another one, for the same file, tries again.
    document.fonts.delete(known.font);
    known.font = addToDocument(known.family, known.file);
  }
  await known.font.load();
}

/** Whether a text has characters that none of its face's families draws. */
export async function lacksGlyphs(face: Face, text: string): Promise<boolean> {
  const files = await Promise.all(face.families.map((family) => registerOnce(family, face)));
  const covers = files.flat().map((file) => file.covers);
  return [...text].some(
    (char) => needsGlyph(char) && !covers.some((set) => set.has(char.codePointAt(0) ?? 0)),
  );
}
