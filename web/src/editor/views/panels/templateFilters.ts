import { matches } from '../../../lib/fold';
import type { EditorTemplate } from '../../state/ports/editor';

/** The scripts by which templates are filtered: keys under `editor.templates.script`. */
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

/** Returns the script of a template's text, ignoring tags. */
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

/** Returns the templates with these properties and all words of the search in their names. */
export function findTemplates(all: readonly EditorTemplate[], wanted: Wanted): EditorTemplate[] {
  return all.filter(
    (template) =>
      matches(template.name, wanted.text) &&
      FACET_NAMES.every((facet) => !wanted[facet] || FACETS[facet](template) === wanted[facet]),
  );
}

/** Returns the choices of one facet, or none if all templates have the same value. */
export function choicesOf(all: readonly EditorTemplate[], facet: Facet): string[] {
  const values = [...new Set(all.map((template) => FACETS[facet](template) as string))];
  return values.length > 1 ? values : [];
}
