import type { RulerUnit } from '../../core/geometry/units';

const STEPS: Readonly<Record<RulerUnit, readonly number[]>> = {
  mm: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  in: [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16],
  px: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
};

/** The minimum distances between numbers and between ticks, in px. */
const LABEL_PX = 52;
const TICK_PX = 5;

export type Tick = {
  /** The position in px of the window. */
  at: number;
  /** The number in the unit of the ruler, if the tick has one. */
  label?: number;
};

type Scale = {
  unit: RulerUnit;
  /** The length of one unit, in px of the window. */
  perUnit: number;
  /** The position of zero in the window, and the length of the ruler. */
  zero: number;
  length: number;
};

/** Returns the ticks of a ruler from its start to its end. */
export function ticksOf({ unit, perUnit, zero, length }: Scale): Tick[] {
  const steps = STEPS[unit];
  const labelled = steps.find((step) => step * perUnit >= LABEL_PX) ?? steps.at(-1) ?? 1;
  const fine = steps.find((step) => step * perUnit >= TICK_PX && divides(step, labelled)) ?? labelled;
  const first = Math.ceil(-zero / perUnit / fine);
  const last = Math.floor((length - zero) / perUnit / fine);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const value = (first + index) * fine;
    const at = zero + value * perUnit;
    return divides(labelled, value) ? { at, label: Math.round(value * 1e6) / 1e6 } : { at };
  });
}

/** Whether a length is a multiple of a step, apart from rounding. */
function divides(step: number, length: number): boolean {
  const times = length / step;
  return Math.abs(times - Math.round(times)) < 1e-6;
}
