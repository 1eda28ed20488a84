import type { Percent } from './base';

const DECIMALS = 4;

/** Parses a percentage. Anything else counts as 0. */
export function parsePercent(text: string): number {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/** Formats a percentage with a fixed precision, so that loading and saving a design changes nothing. */
export function formatPercent(value: number): Percent {
  const rounded = Number(value.toFixed(DECIMALS));
  return `${rounded === 0 ? 0 : rounded}%`;
}

export function percentToPx(text: string, whole: number): number {
  return (parsePercent(text) / 100) * whole;
}

export function pxToPercent(px: number, whole: number): Percent {
  return formatPercent((px / whole) * 100);
}
