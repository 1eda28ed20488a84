import { lazy } from 'react';
import { afterCanvas } from '../lazy/afterCanvas';

// Panels and parts of panels that are shown only on request, each in a bundle of its own.

export const DesignsPanel = lazy(async () => ({ default: (await import('./DesignsPanel')).DesignsPanel }));
export const TemplatesPanel = lazy(async () => ({
  default: (await import('./TemplatesPanel')).TemplatesPanel,
}));
export const DocumentPanel = lazy(async () => ({ default: (await import('./DocumentPanel')).DocumentPanel }));
export const LayersPanel = lazy(async () => ({ default: (await import('./LayersPanel')).LayersPanel }));
export const ImageAttributeDialog = lazy(async () => ({
  default: (await import('./ImageAttributeDialog')).ImageAttributeDialog,
}));

export const SymbolPicker = afterCanvas(
  async () => (await import('../blocks/symbol/SymbolPicker')).SymbolPicker,
);
export const ArtLibrary = afterCanvas(async () => (await import('./ArtLibrary')).ArtLibrary);
export const BadgePanel = afterCanvas(async () => (await import('../badge/BadgePanel')).BadgePanel);
