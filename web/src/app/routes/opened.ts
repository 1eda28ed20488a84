import type { RouteObject } from 'react-router';

/** The pages that people open from elsewhere, except those of credentials: shared, scanned, or in a frame. */
export const opened = [
  { id: 'verify', path: 'verify', lazy: () => import('../../features/public/VerifyPage') },
  { id: 'public-group', path: 'group/:id', lazy: () => import('../../features/public/GroupPage') },
  {
    id: 'shared-collection',
    path: 'c/:token',
    lazy: () => import('../../features/public/SharedCollectionPage'),
  },
  { id: 'public-profile', path: 'u/:slug', lazy: () => import('../../features/public/ProfilePage') },
  { id: 'embed', path: 'embed/:ref', lazy: () => import('../../features/public/EmbedPage') },
] satisfies RouteObject[];
