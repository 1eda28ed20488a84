import type { Percent } from './base';

const DECIMALS = 4;

/** Reads a percent string; anything else counts as nothing. */
export function parsePercent(text: string): number {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : 0;
}

/** Writes a percent with a fixed precision, so that loading and saving a design changes nothing. */
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
