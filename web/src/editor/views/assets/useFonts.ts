import { useEffect, useMemo, useState } from 'react';
import { loadKinds } from '../../core/blocks';
import type { DesignDocument, Values } from '../../core/document/types';
import { loadFaces } from '../../core/fonts/load';
import { bundledFonts } from '../../core/fonts/registry';
import { canvasMeasures } from '../../core/layout/canvasMeasure';
import type { Measure } from '../../core/layout/measure';
import { textRuns } from '../../core/page/run';
import { useAddedFonts } from '../../state/fonts/useAddedFonts';

/** Delays between attempts. The last one repeats until the fonts have loaded. */
const RETRIES_MS = [500, 2000, 5000, 10_000];

/** `measure` is a new object after fonts have loaded, so that everything is laid out again. */
export type Fonts = { measure: Measure; ready: boolean; failed: boolean };

/** Loads the font faces for the characters in all texts, and what the block kinds need to draw. Retries on failure. */
export function useFonts(design: DesignDocument, values: Values | undefined, lang: string): Fonts {
  const [fonts, setFonts] = useState(() => ({ measures: canvasMeasures(), ready: false, failed: false }));
  const added = useAddedFonts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picker knows other fonts when they have changed
  const runs = useMemo(
    () => textRuns(design, values, lang, bundledFonts).map(({ run }) => run),
    [design, values, lang, added],
  );

  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (retries: readonly number[]) => {
      try {
        const came = await Promise.all([loadFaces(runs), loadKinds(design.blocks)]);
        const news = came.includes(true);
        if (!current) return;
        setFonts((old) =>
          news || !old.ready || old.failed ? { measures: canvasMeasures(), ready: true, failed: false } : old,
        );
      } catch {
        if (!current) return;
        setFonts((old) => ({ ...old, ready: true, failed: true }));
        const [wait, ...later] = retries;
        timer = setTimeout(() => void attempt(later.length > 0 ? later : retries.slice(-1)), wait);
      }
    };
    void attempt(RETRIES_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [runs, design.blocks]);

  const { measures, ready, failed } = fonts;
  const measure = useMemo(() => measures.of(lang), [measures, lang]);
  return { measure, ready, failed };
}
