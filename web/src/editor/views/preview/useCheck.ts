import { useCallback, useEffect, useRef, useState } from 'react';
import { type Flaw, flawsOf, Glyphs, partOf, runsFor } from '../../core/check/check';
import type { DesignDocument } from '../../core/document/types';
import { loadFaces } from '../../core/fonts/load';
import { bundledFonts } from '../../core/fonts/registry';
import { canvasMeasures } from '../../core/layout/canvasMeasure';
import type { PreviewRecipient } from '../../state/ports/preview';
import type { Placed, Walker } from './walker';

/** What is wrong for one person. */
export type Finding = { place: number; recipient: PreviewRecipient; flaws: readonly Flaw[] };

export type CheckState = {
  state: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  /** The design that was looked at. */
  design: DesignDocument | null;
  checked: number;
  total: number;
  /** What is wrong whoever is shown. */
  everybody: readonly Flaw[];
  findings: readonly Finding[];
  /** People with a flaw beyond those that are listed. */
  more: number;
};

const IDLE: CheckState = {
  state: 'idle',
  design: null,
  checked: 0,
  total: 0,
  everybody: [],
  findings: [],
  more: 0,
};

/** A list that nobody would read to its end; the number of the others is told. */
const LISTED = 500;
/** How long the page may be busy before keys and pointer get their turn. */
const SLICE_MS = 12;
/** How long the design rests before it is looked at again, and for how many people that is done unasked. */
const REST_MS = 500;
const UNASKED = 2000;

const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Lays the design out for everybody of a group, piece by piece, and lists those for whom it does not hold. */
export function useCheck(walker: Walker | null, design: DesignDocument) {
  const [check, setCheck] = useState(IDLE);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setCheck((old) => (old.state === 'running' ? { ...old, state: 'stopped' } : old));
  }, []);

  const start = useCallback(async () => {
    if (!walker) return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    try {
      for await (const next of sweep(walker, design, signal)) {
        if (signal.aborted) return;
        setCheck(next);
      }
    } catch {
      if (!signal.aborted) setCheck((old) => ({ ...old, state: 'failed' }));
    }
  }, [walker, design]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another group begins anew
  useEffect(() => {
    setCheck(IDLE);
    return () => running.current?.abort();
  }, [walker]);

  const { state, design: seen, total } = check;
  const outdated = state !== 'idle' && seen !== design;
  useEffect(() => {
    if (!outdated || state === 'stopped' || total > UNASKED) return;
    const timer = setTimeout(() => void start(), REST_MS);
    return () => clearTimeout(timer);
  }, [outdated, state, total, start]);

  return { check, outdated, start, stop };
}

/** Everything that is known so far, after each piece of the work. */
export async function* sweep(
  walker: Walker,
  design: DesignDocument,
  signal: AbortSignal,
): AsyncGenerator<CheckState> {
  const measures = canvasMeasures();
  const glyphs = new Glyphs();
  const prepare = async (part: DesignDocument, people: readonly PreviewRecipient['values'][]) => {
    const runs = runsFor(part, people, bundledFonts);
    await loadFaces(runs);
    await glyphs.learn(runs);
    // Fonts may have come, and the widths of five hundred people are enough to remember.
    measures.clear();
  };
  const look = (part: DesignDocument, values: PreviewRecipient['values']) => [
    ...flawsOf(part, values, { fonts: bundledFonts, measure: measures.of(design.language ?? 'en') }),
    ...glyphs.flaws(part, values, bundledFonts),
  ];
  const same = partOf(design, false);
  const differing = partOf(design, true);

  await prepare(same, [{}]);
  let current: CheckState = {
    ...IDLE,
    state: 'running',
    design,
    total: walker.total,
    everybody: look(same, {}),
  };
  yield current;

  for await (const part of walker.all(signal)) {
    await prepare(
      differing,
      part.map(({ recipient }) => recipient.values),
    );
    let since = performance.now();
    for (const { place, recipient } of part) {
      const flaws = look(differing, recipient.values);
      current = withFlaws(current, { place, recipient }, flaws);
      if (performance.now() - since < SLICE_MS) continue;
      yield { ...current, total: walker.total };
      await breathe();
      if (signal.aborted) return;
      since = performance.now();
    }
  }
  yield { ...current, total: walker.total, state: 'done' };
}

function withFlaws(check: CheckState, { place, recipient }: Placed, flaws: readonly Flaw[]): CheckState {
  const next = { ...check, checked: check.checked + 1 };
  if (flaws.length === 0) return next;
  if (check.findings.length >= LISTED) return { ...next, more: check.more + 1 };
  return { ...next, findings: [...check.findings, { place, recipient, flaws }] };
}
