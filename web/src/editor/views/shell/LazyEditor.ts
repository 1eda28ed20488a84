import { lazy } from 'react';

/** The editor in a bundle of its own: pages that only show a design do not load it. */
export const Editor = lazy(async () => ({ default: (await import('./Editor')).Editor }));
