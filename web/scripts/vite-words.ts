import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const src = join(import.meta.dirname, '../src');
/** What the embedded design maker is made of; see the rules of imports. */
const FOLDERS = ['embed', 'editor', 'ui', 'i18n', 'api', 'lib', 'features/attributes'];

type Words = { [key: string]: string | Words };

/** The first two parts of every key that a source names, such as `editor.bar`. */
function namedSubtrees(): Set<string> {
  const found = new Set<string>();
  for (const folder of FOLDERS) {
    for (const file of readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || /\.(?:test|gen)\./.test(file)) continue;
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

/** Lets the embedded design maker carry its own English only: every frame would load the rest in vain. */
export function makersEnglish(): Plugin {
  return {
    name: 'laurel-makers-english',
    enforce: 'pre',
    load(id) {
      if (!/\/locales\/en\.json$/.test(id)) return null;
      return JSON.stringify(makersWords(JSON.parse(readFileSync(id, 'utf8')) as Words));
    },
  };
}
