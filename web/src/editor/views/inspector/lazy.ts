import { lazy } from 'react';
import { afterCanvas } from '../lazy/afterCanvas';

export const PageFields = afterCanvas(async () => (await import('./PageFields')).PageFields);
export const ArrangeFields = lazy(async () => ({ default: (await import('./ArrangeFields')).ArrangeFields }));

/** The fields of the selected blocks. */
export const BlockFields = lazy(loadBlockFields);

/** Loads the block fields ahead of the first selection. */
export function loadBlockFields() {
  return import('./BlockFields');
}
