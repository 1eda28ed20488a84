import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fontFile } from './fonts/files.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const registry = join(web, 'src/editor/core/fonts');
const faces = join(registry, 'faces');
const packages = join(web, 'node_modules/@fontsource');

type Family = { id: string; faces: { subset: string; weight: number; italic: boolean; hash: string }[] };

/** Where each font file of the registry lies in node_modules, by its content hash. */
function fontFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(faces)) {
    const family = JSON.parse(readFileSync(join(faces, name), 'utf8')) as Family;
    for (const face of family.faces) {
      files.set(face.hash, fontFile(family.id, face));
    }
  }
  return files;
}

/** Who made each family and on what terms; each licence is written once. */
function licenses(): string {
  const terms = new Map<string, string[]>();
  for (const name of readdirSync(faces)) {
    const id = name.replace(/\.json$/, '');
    const { family, license } = JSON.parse(readFileSync(join(packages, id, 'metadata.json'), 'utf8'));
    const file = readFileSync(join(packages, id, 'LICENSE'), 'utf8');
    // Who holds the rights stands above the first line of dashes.
    const text = file.slice(Math.max(0, file.search(/^-{20,}$/m)));
    terms.set(license.type, [...(terms.get(license.type) ?? [text]), `${family}: ${license.attribution}`]);
  }
  const parts = [...terms].map(([type, [text, ...families]]) => `${type}\n\n${families.join('\n')}\n\n${text}`);
  return parts.join('\n\n');
}

/** Serves the registry's fonts under /fonts/<hash>.woff2 and copies them into the build. */
export function laurelFonts(): Plugin {
  return {
    name: 'laurel-fonts',
    configureServer(server) {
      const files = fontFiles();
      server.middlewares.use('/fonts', (request, response, next) => {
        const source = files.get((request.url ?? '').replace(/^\/|\.woff2$/g, ''));
        if (!source) return next();
        response.setHeader('Content-Type', 'font/woff2');
        response.end(readFileSync(source));
      });
    },
    writeBundle({ dir }) {
      if (!dir) return;
      const target = join(dir, 'fonts');
      mkdirSync(target, { recursive: true });
      for (const [hash, source] of fontFiles()) {
        const actual = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
        if (actual !== hash) this.error(`${source} has changed: run "npm run fonts"`);
        copyFileSync(source, join(target, `${hash}.woff2`));
      }
      writeFileSync(join(target, 'licenses.txt'), licenses());
      // The server lists the same families to programs.
      copyFileSync(join(registry, 'fonts.json'), join(target, 'catalogue.json'));
    },
  };
}
