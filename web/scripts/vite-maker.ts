import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

const src = join(import.meta.dirname, '../src');
/** What the embedded design maker is made of; see the rules of imports. */
const FOLDERS = ['embed', 'editor', 'ui', 'i18n', 'api', 'lib', 'features/attributes'];

/** Folders and files of these that the design maker never shows. */
const UNUSED = [
  ...['sessions', 'progress', 'list', 'table', 'grid'].map((folder) => join('ui', folder)),
  join('features', 'attributes', 'AttributesPage.tsx'),
];

type Words = { [key: string]: string | Words };

/** The first two parts of every key that a source names, such as `editor.bar`. */
function namedSubtrees(): Set<string> {
  const found = new Set<string>();
  for (const folder of FOLDERS) {
    for (const file of readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || /\.(?:test|gen)\./.test(file)) continue;
      if (UNUSED.some((unused) => join(folder, file).startsWith(unused))) continue;
      const source = readFileSync(join(src, folder, file), 'utf8');
      for (const [, subtree] of source.matchAll(/['"`]([A-Za-z]\w*\.[A-Za-z]\w*)/g)) found.add(subtree ?? '');
    }
  }
  return found;
}

/** The words of a language without those that only the dashboard says. */
function makersWords(words: Words): Words {
  const named = namedSubtrees();
  const kept = Object.entries(words).map(([area, inner]) => {
    if (typeof inner === 'string') return [area, inner];
    return [area, Object.fromEntries(Object.entries(inner).filter(([key]) => named.has(`${area}.${key}`)))];
  });
  return Object.fromEntries(kept.filter(([, inner]) => typeof inner === 'string' || Object.keys(inner).length > 0));
}

type ModuleInfo = { importedIds: readonly string[]; code: string | null };
type Modules = { getModuleInfo: (id: string) => ModuleInfo | null };

/** A module with more imports than this only hands on what is in others. */
const BARREL = 100;

/** Everything that the page needs at once. What only stands at the editor's door is no reason to load it. */
function neededAtOnce(modules: Modules): Set<string> {
  const found = new Set<string>();
  const waiting = ['embed/main.tsx', 'editor/views/shell/Editor.tsx'].map((name) => join(src, name));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || id === join(src, 'editor/index.ts')) continue;
    found.add(id);
    const info = modules.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) {
      const handedOn = modules.getModuleInfo(next)?.importedIds ?? [];
      if (handedOn.length > BARREL) waiting.push(...named(info?.code ?? '', handedOn));
      else waiting.push(next);
    }
  }
  return found;
}

/** Those modules of a barrel that a module names: `useDirection` is in use-direction. */
function named(code: string, modules: readonly string[]): string[] {
  const words = new Set(code.match(/[A-Za-z]+/g));
  const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return modules.filter((id) => words.has(camel(basename(id, extname(id)))));
}

/** One bundle for all that every maker needs: many small ones are slower, and larger when they are packed. */
function makersBundle(): (id: string, modules: Modules) => string | null {
  let needed: Set<string> | undefined;
  return (id, modules) => {
    needed ??= neededAtOnce(modules);
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
      return JSON.stringify(makersWords(JSON.parse(readFileSync(id, 'utf8')) as Words));
    },
  };
}
