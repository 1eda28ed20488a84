import type { RulerUnit } from '../../core/geometry/units';

const STEPS: Readonly<Record<RulerUnit, readonly number[]>> = {
  mm: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  in: [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16],
  px: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
};

/** Numbers stand at least so far apart, and ticks. */
const LABEL_PX = 52;
const TICK_PX = 5;

export type Tick = {
  /** In px of the window. */ at: number /** In the unit, where a number stands. */;
  label?: number;
};

type Scale = {
  unit: RulerUnit;
  /** How many px of the window one unit is. */
  perUnit: number;
  /** Where zero is in the window, and how long the ruler is. */
  zero: number;
  length: number;
};

/** The ticks of a ruler from its start to its end. */
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

/** Whether a step goes into a length without rest, but for rounding. */
function divides(step: number, length: number): boolean {
  const times = length / step;
  return Math.abs(times - Math.round(times)) < 1e-6;
}
