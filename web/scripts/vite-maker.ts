import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { type Modules, neededAtOnce, subtreesNamedIn, wordsOf } from './vite-parts.ts';

/** What the embedded design maker is made of; see the rules of imports. */
const FOLDERS = ['embed', 'editor', 'ui', 'i18n', 'api', 'lib', 'features/attributes'];

/** Folders and files of these that the design maker never shows. */
const UNUSED = [
  ...['sessions', 'progress', 'list', 'table', 'grid'].map((folder) => join('ui', folder)),
  join('features', 'attributes', 'AttributesPage.tsx'),
];

/** One bundle for all that every maker needs: many small ones are slower, and larger when they are packed. */
function makersBundle(): (id: string, modules: Modules) => string | null {
  let needed: Set<string> | undefined;
  return (id, modules) => {
    // What only stands at the editor's door is no reason to load it.
    needed ??= neededAtOnce(modules, ['embed/main.tsx', 'editor/views/shell/Editor.tsx'], 'editor/index.ts');
    return needed.has(id) ? 'maker' : null;
  };
}

/** What the embedded design maker is built with beside all others. */
export function laurelMaker(): Plugin {
  return {
    name: 'laurel-maker',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          input: ['embed.html'],
          // What goes through the editor's door only for the dashboard stays away, with its styles.
          treeshake: { moduleSideEffects: (id) => !/\/src\/editor\/.*\.tsx?$/.test(id) },
          output: { codeSplitting: { groups: [{ name: makersBundle() }] } },
        },
      },
    }),
    // Every maker shows the editor: it comes with the page, not after it.
    resolveId(id, importer) {
      return /\/LazyEditor$/.test(id) && importer ? join(dirname(importer), dirname(id), 'Editor.tsx') : null;
    },
    // And it carries its own English only: every frame would load the rest in vain.
    load(id) {
      if (!/\/locales\/en\/[^/]+\.json$/.test(id)) return null;
      return JSON.stringify(wordsOf(JSON.parse(readFileSync(id, 'utf8')), subtreesNamedIn(FOLDERS, UNUSED)));
    },
  };
}
