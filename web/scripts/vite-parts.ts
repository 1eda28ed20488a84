import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

const src = join(import.meta.dirname, '../src');

export type Words = { [key: string]: string | Words };

/**
 * The first two parts of every key that a source in these folders names, such as `editor.bar`. Of a key whose second part varies, it is
 * the first part, such as `revocation`.
 */
export function subtreesNamedIn(folders: readonly string[], unused: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const folder of folders) {
    for (const file of readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || /\.(?:test|gen)\./.test(file)) continue;
      if (unused.some((path) => join(folder, file).startsWith(path))) continue;
      const source = readFileSync(join(src, folder, file), 'utf8');
      for (const [, subtree] of source.matchAll(/['"`]([A-Za-z]\w*\.[A-Za-z]\w*)/g)) found.add(subtree ?? '');
      for (const [, area] of source.matchAll(/`([A-Za-z]\w*)\.\$\{/g)) found.add(area ?? '');
    }
  }
  return found;
}

/** What i18next adds to a key for each plural form. */
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** The words of a language that are in the named subtrees. */
export function wordsOf(words: Words, named: ReadonlySet<string>): Words {
  const areas = Object.entries(words).map(([area, inner]) => {
    if (typeof inner === 'string' || named.has(area)) return [area, inner];
    const kept = ([key]: [string, unknown]) => named.has(`${area}.${key.replace(PLURAL, '')}`);
    return [area, Object.fromEntries(Object.entries(inner).filter(kept))];
  });
  return Object.fromEntries(areas.filter(([, inner]) => typeof inner === 'string' || Object.keys(inner).length > 0));
}

type ModuleInfo = { importedIds: readonly string[]; code: string | null };
export type Modules = { getModuleInfo: (id: string) => ModuleInfo | null };

/** A module with more imports than this only hands on what is in others. */
const BARREL = 100;

/** Everything that these modules need at once, without what is behind a door. */
export function neededAtOnce(modules: Modules, entries: readonly string[], door?: string): Set<string> {
  const found = new Set<string>();
  const waiting = entries.map((name) => join(src, name));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || (door && id === join(src, door))) continue;
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

/** Those modules of a barrel that a module imports names from: `useDirection` is in use-direction. */
function named(code: string, modules: readonly string[]): string[] {
  const imports = code.match(/\bimport\s*\{[^}]*\}\s*from/g) ?? [];
  const words = new Set(imports.join(' ').match(/[A-Za-z]+/g));
  const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return modules.filter((id) => words.has(camel(basename(id, extname(id)))));
}
