import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Plugin } from 'vite';

const NAME = 'virtual:laurel-contract';
const folder = join(import.meta.dirname, '../../internal/httpapi/openapi');
const files = { contract: join(folder, 'v1.yaml'), examples: join(folder, 'examples.json') };

/** Lets the documentation import the contract of the API and its examples, so that it cannot say anything else. */
export function laurelContract(): Plugin {
  return {
    name: 'laurel-contract',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      for (const file of Object.values(files)) this.addWatchFile(file);
      const contract = load(readFileSync(files.contract, 'utf8'));
      const examples = JSON.parse(readFileSync(files.examples, 'utf8'));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify({ contract, examples }))});`;
    },
  };
}
