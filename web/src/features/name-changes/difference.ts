/** A stretch of a name, and whether the other name has it too. */
export interface Piece {
  text: string;
  changed: boolean;
}

/** What people see as one letter each, however many signs it is made of. */
function letters(name: string): string[] {
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name),
    (one) => one.segment,
  );
}

/** Both names in stretches: what they have in common, and what is only in one of them. */
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

/** For each pair of places how many letters both names have in common from there on. */
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
