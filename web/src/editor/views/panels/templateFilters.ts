import { matches } from '../../../lib/fold';
import type { EditorTemplate } from '../../state/ports/editor';

/** Ways of writing that templates are found by: keys under `editor.templates.script`. */
const SCRIPTS = {
  arabic: /\p{Script=Arabic}/u,
  cjk: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  devanagari: /\p{Script=Devanagari}/u,
  greek: /\p{Script=Greek}/u,
  hebrew: /\p{Script=Hebrew}/u,
  thai: /\p{Script=Thai}/u,
} as const;

export type TemplateScript = keyof typeof SCRIPTS | 'latin';

/** The way of writing of a template's words; its tags do not count. */
export function scriptOf({ document }: Pick<EditorTemplate, 'document'>): TemplateScript {
  const words = document.blocks.flatMap((block) => (block.kind === 'text' ? [block.model] : [])).join(' ');
  const found = Object.entries(SCRIPTS).find(([, letters]) => letters.test(words));
  return (found?.[0] as TemplateScript | undefined) ?? 'latin';
}

export const FACETS = {
  style: ({ style }: EditorTemplate) => style,
  size: ({ document }: EditorTemplate) => document.size,
  orientation: ({ document }: EditorTemplate) => document.orientation,
  script: scriptOf,
} as const;

export type Facet = keyof typeof FACETS;
export const FACET_NAMES = Object.keys(FACETS) as Facet[];

export type Wanted = { text: string } & Partial<Record<Facet, string>>;

/** The templates with these properties and all words of the search in their names. */
export function findTemplates(all: readonly EditorTemplate[], wanted: Wanted): EditorTemplate[] {
  return all.filter(
    (template) =>
      matches(template.name, wanted.text) &&
      FACET_NAMES.every((facet) => !wanted[facet] || FACETS[facet](template) === wanted[facet]),
  );
}

/** What there is to choose from in one respect; nothing where all templates are alike. */
export function choicesOf(all: readonly EditorTemplate[], facet: Facet): string[] {
  const values = [...new Set(all.map((template) => FACETS[facet](template) as string))];
  return values.length > 1 ? values : [];
}
