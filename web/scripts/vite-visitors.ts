import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { neededAtOnce, subtreesNamedIn, wordsOf } from './vite-parts.ts';

/** What visitors' pages are made of; of features only what those pages show. */
const FOLDERS = ['app', 'features/public', 'features/recipient', 'ui', 'i18n', 'api', 'lib'];

/** Folders and files of these that visitors never see. */
const UNUSED = [
  ...['sessions', 'progress', 'list', 'table', 'grid'].map((folder) => join('ui', folder)),
  join('app', 'layout'),
  join('app', 'places.ts'),
  ...['ClaimPage.tsx', 'claims.ts', 'ContactPage.tsx', 'DirectoryPage.tsx'].map((name) => join('features', 'public', name)),
  join('features', 'recipient', 'collections'),
  join('features', 'recipient', 'imports'),
  join('features', 'recipient', 'profile'),
  join('features', 'recipient', 'OrderedCredentials.tsx'),
  ...['Addresses', 'Data', 'Delete', 'Notifications', 'Passkeys', 'SignInLinks'].map((name) =>
    join('features', 'recipient', `${name}Panel.tsx`),
  ),
  ...['Confirm', 'Emails', 'Open', 'Proof', 'Settings', 'SignIn'].map((name) => join('features', 'recipient', `${name}Page.tsx`)),
  join('features', 'recipient', 'offers'),
  join('features', 'recipient', 'wallet'),
];

/** Everything that the page of a credential needs at once. */
const ENTRIES = ['app/visitors.tsx', 'features/public/CredentialPage.tsx'];

/** What the visitors' pages are built with beside all others. */
export function laurelVisitors(): Plugin {
  let needed: Set<string> | undefined;
  return {
    name: 'laurel-visitors',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          input: ['visitors.html'],
          output: {
            codeSplitting: {
              groups: [
                {
                  name: (id, modules) => {
                    needed ??= neededAtOnce(modules, ENTRIES);
                    return needed.has(id) ? 'visitors' : null;
                  },
                },
              ],
            },
          },
        },
      },
    }),
    load(id) {
      if (!/\/locales\/en\/[^/]+\.json$/.test(id)) return null;
      return JSON.stringify(wordsOf(JSON.parse(readFileSync(id, 'utf8')), subtreesNamedIn(FOLDERS, UNUSED)));
    },
  };
}
