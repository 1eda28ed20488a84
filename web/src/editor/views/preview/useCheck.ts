import { useCallback, useEffect, useRef, useState } from 'react';
import { type Flaw, flawsOf, Glyphs, partOf, runsFor } from '../../core/check/check';
import type { DesignDocument } from '../../core/document/types';
import { loadFaces } from '../../core/fonts/load';
import { bundledFonts } from '../../core/fonts/registry';
import { canvasMeasures } from '../../core/layout/canvasMeasure';
import type { PreviewRecipient } from '../../state/ports/preview';
import type { Placed, Walker } from './walker';

/** The flaws for one recipient. */
export type Finding = { place: number; recipient: PreviewRecipient; flaws: readonly Flaw[] };

export type CheckState = {
  state: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  /** The design that was checked. */
  design: DesignDocument | null;
  checked: number;
  total: number;
  /** The flaws that do not depend on the recipient. */
  everybody: readonly Flaw[];
  findings: readonly Finding[];
  /** The number of recipients with flaws beyond those listed. */
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

/** The maximum number of findings that are listed. Of the rest only the number is shown. */
const LISTED = 500;
/** How long the check may block the main thread before it yields to input. */
const SLICE_MS = 12;
/** How long the design must stay unchanged before it is checked again, and the largest group for which that is automatic. */
const REST_MS = 500;
const UNASKED = 2000;

const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Checks the design for every recipient of a group in small steps, and lists the recipients for whom it has flaws. */
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

/** Yields all findings so far after each step. */
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
    // New fonts may have loaded, and the cache stays limited to the widths of 500 recipients.
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
