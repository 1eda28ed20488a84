import type { PageShape } from '../primitives/base';
import { type Box, pageBox, paperSize } from '../primitives/sizes';

export const RULER_UNITS = ['mm', 'in', 'px'] as const;
export type RulerUnit = (typeof RULER_UNITS)[number];

export const isRulerUnit = (value: unknown): value is RulerUnit => RULER_UNITS.some((unit) => unit === value);

const CSS_PX_PER_INCH = 96;
const MM_PER_INCH = 25.4;

/** Returns the page size in a unit: px are design px, mm and inches are of the paper. */
export function pageIn(design: PageShape, unit: RulerUnit): Box {
  if (unit === 'px') return pageBox(design);
  const { width, height } = paperSize(design, false).px;
  const perPx = (unit === 'mm' ? MM_PER_INCH : 1) / CSS_PX_PER_INCH;
  return { width: width * perPx, height: height * perPx };
}

/** The distance that an arrow key moves a guide, in each unit. */
export const GUIDE_STEP: Readonly<Record<RulerUnit, number>> = { mm: 1, in: 1 / 16, px: 1 };

const DECIMALS: Readonly<Record<RulerUnit, number>> = { mm: 1, in: 3, px: 0 };

/** Formats a length in a language, without its unit. */
export function lengthNumber(length: number, unit: RulerUnit, language: string): string {
  const key = `${language} ${unit}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: DECIMALS[unit] });
  formats.set(key, format);
  return format.format(length);
}

/** Creating a formatter takes longer than formatting all numbers of a ruler. */
const formats = new Map<string, Intl.NumberFormat>();
