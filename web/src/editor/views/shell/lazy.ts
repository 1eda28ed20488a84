import { lazy } from 'react';

// Components that are shown only on request, each in a bundle of its own.

export const ConflictDialog = lazy(async () => ({ default: (await import('./dialogs')).ConflictDialog }));
export const DraftDialog = lazy(async () => ({ default: (await import('./dialogs')).DraftDialog }));
export const NarrowView = lazy(async () => ({ default: (await import('./NarrowView')).NarrowView }));
export const ReadOnlyView = lazy(async () => ({ default: (await import('./ReadOnlyView')).ReadOnlyView }));
export const Palette = lazy(async () => ({ default: (await import('../palette/Palette')).Palette }));
export const ShortcutsDialog = lazy(async () => ({
  default: (await import('../palette/ShortcutsDialog')).ShortcutsDialog,
}));
