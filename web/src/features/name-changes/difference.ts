/** A segment of a name, and whether it differs from the other name. */
export interface Piece {
  text: string;
  changed: boolean;
}

/** Splits a name into grapheme clusters. */
function letters(name: string): string[] {
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name),
    (one) => one.segment,
  );
}

/** Splits both names into segments that they share and segments that only one of them has. */
export function difference(from: string, to: string): { before: Piece[]; after: Piece[] } {
  const a = letters(from);
  const b = letters(to);
  const common = commonLengths(a, b);
  const before: Piece[] = [];
  const after: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(before, a[i++], false);
      add(after, b[j++], false);
    } else if (j >= b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      add(before, a[i++], true);
    } else {
      add(after, b[j++], true);
    }
  }
  return { before, after };
}

/** The lengths of the longest common subsequences of all pairs of suffixes. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (!row) continue;
      row[j] =
        a[i] === b[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

const at = (lengths: readonly (readonly number[])[], i: number, j: number) => lengths[i]?.[j] ?? 0;

function add(pieces: Piece[], letter: string | undefined, changed: boolean): void {
  const last = pieces.at(-1);
  if (last?.changed === changed) last.text += letter ?? '';
  else pieces.push({ text: letter ?? '', changed });
}
