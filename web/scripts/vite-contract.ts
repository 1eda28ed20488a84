import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Plugin } from 'vite';

const NAME = 'virtual:laurel-contract';
const folder = join(import.meta.dirname, '../../internal/edges/openapi');
const v1Files = readdirSync(join(folder, 'v1'))
  .sort()
  .map((name) => join(folder, 'v1', name));
const v2File = join(folder, 'v2.yaml');
const examplesFile = join(folder, 'examples.json');

type Members = Record<string, unknown>;

const read = (file: string) => load(readFileSync(file, 'utf8')) as Members;

/** Merges the files of version 1 as `internal/edges/openapi/bundle.go` does, which also refuses duplicates. */
function bundle(files: string[]): Members {
  const all = files.map(read);
  const components: Record<string, Members> = {};
  for (const part of all) {
    for (const [kind, members] of Object.entries((part.components ?? {}) as Record<string, Members>))
      components[kind] = { ...components[kind], ...members };
  }
  return { ...Object.assign({}, ...all), paths: Object.assign({}, ...all.map(({ paths }) => paths)), components };
}

/** Lets the documentation import the contracts of the API and their examples, so that it cannot say anything else. */
export function laurelContract(): Plugin {
  return {
    name: 'laurel-contract',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      for (const file of [...v1Files, v2File, examplesFile]) this.addWatchFile(file);
      const contracts = [bundle(v1Files), read(v2File)];
      const examples = JSON.parse(readFileSync(examplesFile, 'utf8'));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify({ contracts, examples }))});`;
    },
  };
}
