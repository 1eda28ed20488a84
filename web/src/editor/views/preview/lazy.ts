import { lazy } from 'react';

export const PeopleBar = lazy(async () => ({ default: (await import('./PeopleBar')).PeopleBar }));
export const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog')).ProofDialog }));
export const VersionsDialog = lazy(async () => ({
  default: (await import('../versions/VersionsDialog')).VersionsDialog,
}));
