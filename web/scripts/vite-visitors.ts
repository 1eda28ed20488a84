import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { neededAtOnce, subtreesNamedIn, type Words, wordsOf } from './vite-parts.ts';

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
const ENTRIES = ['app/visitors.tsx'];

const src = join(import.meta.dirname, '../src');
const locales = join(import.meta.dirname, '../../locales');
const WORDS = 'words-of-';

const read = (path: string): Words => JSON.parse(readFileSync(path, 'utf8'));

/** What the visitors' pages are built with beside all others. */
export function laurelVisitors(): Plugin {
  let needed: Set<string> | undefined;
  const named = () => subtreesNamedIn(FOLDERS, UNUSED);
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
    resolveId(source) {
      if (source === 'react-router') return join(src, 'app/navigation.tsx');
      if (source === '@mantine/core/styles.layer.css') return join(src, 'ui/theme/mantine.css');
      return source.startsWith(WORDS) ? source : null;
    },
    load(id) {
      if (id === join(src, 'i18n/words.ts')) return loaderOfWords();
      if (id.startsWith(WORDS)) return `export default ${JSON.stringify(wordsOf(allWords(id.slice(WORDS.length)), named()))}`;
      if (!/\/locales\/en\/[^/]+\.json$/.test(id)) return null;
      return JSON.stringify(wordsOf(read(id), named()));
    },
    transform: (code, id) => withItsStyles(code, id),
  };
}

/** A component of Mantine, which imports its styles. */
function withItsStyles(code: string, id: string): { code: string; map: null } | null {
  const [, name] = /@mantine\/core\/esm\/components\/(?:[^/]+\/)*([^/]+)\.mjs$/.exec(id) ?? [];
  const styles = join(import.meta.dirname, `../node_modules/@mantine/core/styles/${name}.layer.css`);
  return name && existsSync(styles) ? { code: `import ${JSON.stringify(styles)};\n${code}`, map: null } : null;
}

/** A module that loads the words of a language. English is part of the bundle. */
function loaderOfWords(): string {
  const languages = readdirSync(locales).filter((name) => name !== 'en' && existsSync(join(locales, name, 'common.json')));
  const loaders = languages.map((language) => `${JSON.stringify(language)}: () => import(${JSON.stringify(WORDS + language)})`);
  return `const languages = { ${loaders.join(', ')} };
export const loadWords = async (language) => (await languages[language]()).default;`;
}

function allWords(language: string): Words {
  const folder = join(locales, language);
  return Object.assign({}, ...readdirSync(folder).map((file) => read(join(folder, file))));
}
