import type { Guide } from '../../core/geometry/snap';
import { isRulerUnit, type RulerUnit } from '../../core/geometry/units';

/** Returns the guides that this browser stores for a design. Invalid entries are dropped. */
export function readGuides(text: string | null): Guide[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isGuide) : [];
  } catch {
    return [];
  }
}

function isGuide(value: unknown): value is Guide {
  if (typeof value !== 'object' || value === null) return false;
  const { axis, at } = value as Record<string, unknown>;
  return (axis === 'x' || axis === 'y') && typeof at === 'number' && at >= 0 && at <= 100;
}

type Kept = { shown: boolean; unit: RulerUnit; printArea: boolean };

/** Returns the ruler settings that this browser stores for a user. */
export function readRulers(text: string | null): Partial<Kept> {
  try {
    const value = JSON.parse(text ?? '{}') as Record<string, unknown> | null;
    const { shown, unit, printArea } = value ?? {};
    return {
      ...(typeof shown === 'boolean' ? { shown } : {}),
      ...(isRulerUnit(unit) ? { unit } : {}),
      ...(typeof printArea === 'boolean' ? { printArea } : {}),
    };
  } catch {
    return {};
  }
}

export const withGuide = (guides: readonly Guide[], index: number, at: number): Guide[] =>
  guides.map((guide, other) => (other === index ? { ...guide, at } : guide));

export const withoutGuide = (guides: readonly Guide[], index: number): Guide[] =>
  guides.filter((_, other) => other !== index);

/** A guide dragged off the page is deleted. */
export const isOnPage = (at: number) => at >= 0 && at <= 100;
