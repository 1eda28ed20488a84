import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Where the page that verifies without a network begins. */
export const VERIFIER = join(import.meta.dirname, '../src/verifier/main.ts');

/** Makes one file of script and style, which may reach nothing outside itself. */
export function laurelVerifier(): Plugin {
  return {
    name: 'laurel-verifier',
    enforce: 'post', // after the style was written
    generateBundle(_, bundle) {
      let script = '';
      let style = '';
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') script += part.code;
        else if (name.endsWith('.css')) style += part.source;
        delete bundle[name];
      }
      if (!script || !style) this.error('the verifier has no script or no style');
      script = script.replaceAll('</script', '<\\/script');
      this.emitFile({ type: 'asset', fileName: 'verifier.html', source: page(script, style) });
    },
  };
}

function page(script: string, style: string): string {
  const policy = `default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Laurel</title>
<style>${style}</style>
<body></body>
<script>${script}</script>
</html>
`;
}

const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
