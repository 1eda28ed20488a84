import type { RouteObject } from 'react-router';
import { opened } from './opened';
import {
  collectionPage,
  collectionsPage,
  confirmPage,
  emailsPage,
  importedPage,
  importPage,
  openPage,
  profilePage,
  profilePreviewPage,
  proofPage,
  publicCredentialPage,
  recipientEntry,
  recipientSettingsPage,
  refereePage,
  walletPage,
} from './recipient';

const credential: RouteObject = { id: 'public-credential', path: ':ref', lazy: publicCredentialPage };

/** The pages of recipients and visitors, which need no sign-in. */
export const publicRoutes: RouteObject[] = [
  ...opened,
  { id: 'public-claim', path: 'claim/:token', lazy: () => import('../../features/public/ClaimPage') },
  { id: 'api-docs', path: 'docs/api', lazy: () => import('../../features/api-docs/ApiDocsPage') },
  { id: 'api-docs-call', path: 'docs/api/:call', lazy: () => import('../../features/api-docs/ApiDocsPage') },
  { id: 'directory', path: 'directory/:name', lazy: () => import('../../features/public/DirectoryPage') },
  { id: 'recipient-link', path: 'r', lazy: openPage },
  { id: 'confirm-address', path: 'confirm-address', lazy: confirmPage },
  { id: 'emails', path: 'emails/:token', lazy: emailsPage },
  { id: 'contact', path: 'contact', lazy: () => import('../../features/public/ContactPage') },
  { id: 'wallet', path: 'wallet', lazy: walletPage },
  { id: 'me', path: 'me', lazy: walletPage },
  { id: 'me-collections', path: 'me/collections', lazy: collectionsPage },
  { id: 'me-collection', path: 'me/collections/:id', lazy: collectionPage },
  { id: 'me-import', path: 'me/import', lazy: importPage },
  { id: 'me-imported', path: 'me/import/:id', lazy: importedPage },
  { id: 'me-profile', path: 'me/profile', lazy: profilePage },
  { id: 'me-profile-preview', path: 'me/profile/preview', lazy: profilePreviewPage },
  { id: 'me-sign-in', path: 'me/sign-in', lazy: recipientEntry('signIn') },
  { id: 'me-forgot-password', path: 'me/forgot-password', lazy: recipientEntry('password') },
  { id: 'me-open', path: 'me/open', lazy: proofPage('signIn') },
  { id: 'me-password', path: 'me/password', lazy: proofPage('password') },
  { id: 'me-settings', path: 'me/settings', lazy: recipientSettingsPage },
  { id: 'retrieve', path: 'retrieve', lazy: recipientEntry('retrieve') },
  { id: 'referee', path: 'references', lazy: refereePage },
  credential,
];
