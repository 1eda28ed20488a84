import { lazy } from 'react';

// Parts of the editor that nobody sees before asking for them, each in a bundle of its own.

export const ConflictDialog = lazy(async () => ({ default: (await import('./dialogs')).ConflictDialog }));
export const DraftDialog = lazy(async () => ({ default: (await import('./dialogs')).DraftDialog }));
export const NarrowView = lazy(async () => ({ default: (await import('./NarrowView')).NarrowView }));
export const ReadOnlyView = lazy(async () => ({ default: (await import('./ReadOnlyView')).ReadOnlyView }));
export const Palette = lazy(async () => ({ default: (await import('./palette/Palette')).Palette }));
export const ShortcutsDialog = lazy(async () => ({
  default: (await import('./palette/ShortcutsDialog')).ShortcutsDialog,
}));
export const DesignsPanel = lazy(async () => ({
  default: (await import('./panels/DesignsPanel')).DesignsPanel,
}));
export const TemplatesPanel = lazy(async () => ({
  default: (await import('./panels/TemplatesPanel')).TemplatesPanel,
}));
export const DocumentPanel = lazy(async () => ({
  default: (await import('./panels/DocumentPanel')).DocumentPanel,
}));
export const LayersPanel = lazy(async () => ({
  default: (await import('./panels/LayersPanel')).LayersPanel,
}));
export const PeopleBar = lazy(async () => ({ default: (await import('./preview/PeopleBar')).PeopleBar }));
export const ProofDialog = lazy(async () => ({
  default: (await import('./preview/ProofDialog')).ProofDialog,
}));
export const VersionsDialog = lazy(async () => ({
  default: (await import('./versions/VersionsDialog')).VersionsDialog,
}));
export const SymbolPicker = lazy(async () => ({
  default: (await import('./blocks/symbol/SymbolPicker')).SymbolPicker,
}));
export const ArtLibrary = lazy(async () => ({ default: (await import('./panels/ArtLibrary')).ArtLibrary }));
export const BadgePanel = lazy(async () => ({ default: (await import('./badge/BadgePanel')).BadgePanel }));
export const ImageAttributeDialog = lazy(async () => ({
  default: (await import('./panels/ImageAttributeDialog')).ImageAttributeDialog,
}));
/** The fields of what is selected. */
export const BlockFields = lazy(loadBlockFields);

/** Fetches the fields of blocks, which the first click on the page will want. */
export function loadBlockFields() {
  return import('./inspector/BlockFields');
}
