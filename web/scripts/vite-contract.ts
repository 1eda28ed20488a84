import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Plugin } from 'vite';

const NAME = 'virtual:laurel-contract';
const folder = join(import.meta.dirname, '../../internal/edges/openapi');
const versions = ['v1', 'v2'].map((version) => join(folder, `${version}.yaml`));
const examplesFile = join(folder, 'examples.json');

/** Lets the documentation import the contracts of the API and their examples, so that it cannot say anything else. */
export function laurelContract(): Plugin {
  return {
    name: 'laurel-contract',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      for (const file of [...versions, examplesFile]) this.addWatchFile(file);
      const contracts = versions.map((file) => load(readFileSync(file, 'utf8')));
      const examples = JSON.parse(readFileSync(examplesFile, 'utf8'));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify({ contracts, examples }))});`;
    },
  };
}
