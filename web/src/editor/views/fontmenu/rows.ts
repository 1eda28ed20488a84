import type { Font } from '../../core/fonts/registry';

export const CATEGORIES = ['sans', 'serif', 'script', 'display', 'mono', 'blackletter'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Writing systems, each represented by a language that a font must support. */
export const WRITINGS = [
  'en',
  'vi',
  'ru',
  'el',
  'ar',
  'he',
  'hi',
  'th',
  'ja',
  'ko',
  'zh-cn',
  'zh-tw',
] as const;
export type Writing = (typeof WRITINGS)[number];

/** A font in the menu. */
export type Entry = { font: Font; category: Category; languages: ReadonlySet<string> };

export type Filters = {
  query: string;
  category: Category | null;
  writing: Writing | null;
  /** Only fonts with full support of this language. */
  language: string | null;
};

export type Section = 'recent' | 'own' | 'all';
/** A row of the menu. The same font may be in two sections, so rows have keys of their own. */
export type Row = { kind: 'heading'; section: Section } | { kind: 'font'; key: string; entry: Entry };

export const NO_FILTERS: Filters = { query: '', category: null, writing: null, language: null };

function fits({ font, category, languages }: Entry, filters: Filters): boolean {
  const words = filters.query.toLowerCase().split(/\s+/).filter(Boolean);
  const name = font.name.toLowerCase();
  return (
    words.every((word) => name.includes(word)) &&
    (filters.category === null || filters.category === category) &&
    (filters.writing === null || languages.has(filters.writing)) &&
    (filters.language === null || languages.has(filters.language))
  );
}

/** Returns the matching fonts. Without a search, recently used fonts come first, then those of the department. */
export function menuRows(entries: readonly Entry[], filters: Filters, recent: readonly string[]): Row[] {
  const fitting = entries.filter((entry) => fits(entry, filters));
  const used = filters.query
    ? []
    : recent.flatMap((name) => fitting.find(({ font }) => font.name === name) ?? []);
  const own = fitting.filter(({ font }) => font.own);
  const rest = fitting.filter(({ font }) => !font.own);
  const sections = { recent: used, own, all: rest };
  const filled = (Object.keys(sections) as Section[]).filter((section) => sections[section].length > 0);
  return filled.flatMap((section): Row[] => {
    const rows = sections[section].map((entry): Row => {
      return { kind: 'font', key: `${section}/${entry.font.name}`, entry };
    });
    return filled.length > 1 ? [{ kind: 'heading', section }, ...rows] : rows;
  });
}

/** Returns the number of different fonts in the rows. */
export function countFonts(rows: readonly Row[]): number {
  return new Set(rows.flatMap((row) => (row.kind === 'font' ? [row.entry.font.name] : []))).size;
}

/** Returns the row that is `step` fonts away from `from`, or the last one on the way. */
export function stepTo(rows: readonly Row[], from: number, step: number): number {
  let [at, best] = [from, from];
  for (let left = Math.abs(step); left > 0; ) {
    at += Math.sign(step);
    if (at < 0 || at >= rows.length) break;
    if (rows[at]?.kind !== 'font') continue;
    best = at;
    left--;
  }
  return best;
}
