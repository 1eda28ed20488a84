import { useEffect, useMemo, useState } from 'react';
import { loadFaces } from '../fonts/load';
import { bundledFonts } from '../fonts/registry';
import { textRuns } from '../layout/run';
import { type CanvasMeasure, canvasMeasure } from '../measure';
import type { DesignDocument, Values } from '../model/types';

const RETRIES_MS = [500, 2000, 5000, 10_000];

/** `measure` is a new object whenever fonts have come in since, so that everything is laid out again. */
export type Fonts = { measure: CanvasMeasure; ready: boolean; failed: boolean };

/** Loads the faces of all texts by their actual letters, and goes on trying when one does not come. */
export function useFonts(design: DesignDocument, values: Values | undefined, lang: string): Fonts {
  const [fonts, setFonts] = useState<Fonts>(() => ({
    measure: canvasMeasure(),
    ready: false,
    failed: false,
  }));
  const runs = useMemo(
    () => textRuns(design, values, lang, bundledFonts).map(({ run }) => run),
    [design, values, lang],
  );

  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (retries: readonly number[]) => {
      try {
        const news = await loadFaces(runs);
        if (!current) return;
        setFonts((old) =>
          news || !old.ready || old.failed ? { measure: canvasMeasure(), ready: true, failed: false } : old,
        );
      } catch {
        if (!current) return;
        setFonts((old) => ({ measure: old.measure, ready: true, failed: true }));
        const [wait, ...later] = retries;
        if (wait !== undefined) timer = setTimeout(() => void attempt(later), wait);
      }
    };
    void attempt(RETRIES_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [runs]);

  return fonts;
}
