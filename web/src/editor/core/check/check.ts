import type { TextRun } from '../blocks/kind';
import type { DesignDocument, Values } from '../document/types';
import type { FontPicker } from '../fonts/face';
import { lacksGlyphs } from '../fonts/load';
import type { WarningCode } from '../layout/display';
import type { Measure } from '../layout/measure';
import { tagsIn } from '../layout/tags';
import { layout } from '../page/layout';
import { textRuns } from '../page/run';

/** A problem of one block of the page. */
export type Flaw = {
  /** The key of the block. */
  block: number;
  code: WarningCode;
  /** Characters without a glyph in any font. */
  missing?: string;
};

/**
 * Returns the design without its background, and with only the blocks that differ between recipients or only those that do not.
 */
export function partOf(design: DesignDocument, differing: boolean): DesignDocument {
  const { background: _, ...rest } = design;
  const blocks = design.blocks
    .map((block, index) => ({ ...block, block_index: block.block_index ?? index }))
    .filter((block) => !block.hidden && tagsIn(JSON.stringify(block)).length > 0 === differing);
  return { ...rest, blocks };
}

type Tools = { fonts: FontPicker; measure: Measure };

/** Lays out the page for one recipient as in print and returns its problems. */
export function flawsOf(
  design: DesignDocument,
  values: Values | undefined,
  { fonts, measure }: Tools,
): Flaw[] {
  const lang = design.language ?? 'en';
  const { warnings } = layout({ design, values, lang, fonts, measure, pictures: new Map() });
  // Missing images are ignored: whether they load depends on the network, not on the design.
  return warnings.flatMap(({ blockIndex, code }) =>
    code === 'missing_image' ? [] : [{ block: blockIndex, code }],
  );
}

/** Returns the recipients' texts by face, with every character that the fonts have to draw. */
export function runsFor(design: DesignDocument, people: readonly Values[], fonts: FontPicker): TextRun[] {
  const lang = design.language ?? 'en';
  const letters = new Map<string, { run: TextRun; chars: Set<string> }>();
  for (const values of people) {
    for (const { run } of textRuns(design, values, lang, fonts)) {
      const key = JSON.stringify(run.face);
      const known = letters.get(key) ?? { run, chars: new Set<string>() };
      for (const char of run.text) known.chars.add(char);
      letters.set(key, known);
    }
  }
  return [...letters.values()].map(({ run, chars }) => ({ ...run, text: [...chars].join('') }));
}

/** Finds the characters of a text that have no glyph in any font of its face. */
export class Glyphs {
  readonly #missing = new Map<string, Set<string>>();

  /** Checks all characters of these runs. */
  async learn(runs: readonly TextRun[]): Promise<void> {
    for (const { face, text } of runs) {
      if (!(await lacksGlyphs(face, text))) continue;
      const chars = [...new Set(text)];
      const lacks = await Promise.all(chars.map((char) => lacksGlyphs(face, char)));
      const known = this.#missing.get(JSON.stringify(face)) ?? new Set();
      for (const [index, char] of chars.entries()) if (lacks[index]) known.add(char);
      this.#missing.set(JSON.stringify(face), known);
    }
  }

  /** Returns the blocks with missing glyphs. Only runs that were passed to `learn` are checked. */
  flaws(design: DesignDocument, values: Values | undefined, fonts: FontPicker): Flaw[] {
    if (this.#missing.size === 0) return [];
    return textRuns(design, values, design.language ?? 'en', fonts).flatMap(({ blockIndex, run }) => {
      const lacking = this.#missing.get(JSON.stringify(run.face));
      const missing = [...new Set(run.text)].filter((char) => lacking?.has(char)).join('');
      return missing === '' ? [] : [{ block: blockIndex, code: 'missing_glyph' as const, missing }];
    });
  }
}
