import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import type { Plugin } from 'vite';
import { protocolSchema } from '../src/embed/protocol/messages.ts';

const kit = join(import.meta.dirname, '../src/kit');
const MOST_BYTES = 4096;

/** Where the kit begins; its files keep these names, because hosts write them into their pages. */
export const KIT = { embed: join(kit, 'embed.ts'), 'embed-react': join(kit, 'embed-react.tsx') };

/** Adds the types and the messages' schema to the built kit, and refuses one that has grown too large. */
export function laurelKit(): Plugin {
  return {
    name: 'laurel-kit',
    generateBundle(_, bundle) {
      const chunk = bundle['embed.js'];
      const size = chunk?.type === 'chunk' ? gzipSync(chunk.code).length : 0;
      if (size === 0 || size > MOST_BYTES) this.error(`embed.js has ${size} bytes gzipped, not up to ${MOST_BYTES}`);
      for (const [name, path] of Object.entries(KIT)) {
        this.emitFile({ type: 'asset', fileName: `${name}.d.ts`, source: declarations(path) });
      }
      const source = `${JSON.stringify(protocolSchema(), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'embed.schema.json', source });
    },
  };
}

function declarations(path: string): string {
  const { outputText } = ts.transpileDeclaration(readFileSync(path, 'utf8'), {
    fileName: path,
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  return outputText;
}
