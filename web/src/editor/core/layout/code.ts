import type { CodeItem } from './display';

/** Rounds to 1/1000 px to keep the path short. */
const short = (value: number) => Math.round(value * 1000) / 1000;

/** Returns one path for all dark modules of a code, with one rectangle for each run in a row. */
export function codePath({ modules, x, y, step }: Omit<CodeItem, 'kind' | 'fill'>): string {
  const { size } = modules;
  const lengths = Array.from({ length: size + 1 }, (_, count) => short(count * step));
  let path = '';
  for (let row = 0; row < size; row++) {
    const top = short(y + row * step);
    for (let column = 0; column < size; column++) {
      if (!modules.get(column, row)) continue;
      const start = column;
      while (modules.get(column + 1, row)) column++;
      const width = lengths[column + 1 - start];
      path += `M${short(x + start * step)} ${top}h${width}v${lengths[1]}h-${width}z`;
    }
  }
  return path;
}
