import { lazy } from 'react';

/** The shapes of badges, whose drawings most pages do without. */
export const ShapeRadios = lazy(async () => ({ default: (await import('./ShapeRadios')).ShapeRadios }));
