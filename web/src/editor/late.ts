import { type ComponentType, lazy } from 'react';
import { canvasShown } from './shown';

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
export const ImageAttributeDialog = lazy(async () => ({
  default: (await import('./panels/ImageAttributeDialog')).ImageAttributeDialog,
}));
/** A part that stands beside the canvas without being asked for: its script comes after the design is shown. */
const beside = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    await canvasShown;
    return { default: await load() };
  });

export const SymbolPicker = beside(async () => (await import('./blocks/symbol/SymbolPicker')).SymbolPicker);
export const ArtLibrary = beside(async () => (await import('./panels/ArtLibrary')).ArtLibrary);
export const BadgePanel = beside(async () => (await import('./badge/BadgePanel')).BadgePanel);
export const PageFields = beside(async () => (await import('./inspector/PageFields')).PageFields);
export const ArrangeFields = lazy(async () => ({
  default: (await import('./inspector/ArrangeFields')).ArrangeFields,
}));

/** The fields of what is selected. */
export const BlockFields = lazy(loadBlockFields);

/** Fetches the fields of blocks, which the first click on the page will want. */
export function loadBlockFields() {
  return import('./inspector/BlockFields');
}
