import { lazy } from 'react';

/** The badge shapes in a bundle of their own: most pages do not need their drawings. */
export const ShapeRadios = lazy(async () => ({ default: (await import('./ShapeRadios')).ShapeRadios }));
