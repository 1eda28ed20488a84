import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { laurelFonts } from './scripts/vite-fonts.ts';

/** Dashboard and public pages, the embedded design maker, and the page that is printed. */
const entries = Object.entries({
  'index.html': 'src/app/main.tsx',
  'embed.html': 'src/embed/main.tsx',
  'print.html': 'src/print/main.ts',
}).flatMap(([page, script]) => (existsSync(page) && existsSync(script) ? [page] : []));

export default defineConfig({
  plugins: [react(), laurelFonts()],
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/v1': 'http://127.0.0.1:8080', '/locales': 'http://127.0.0.1:8080' },
  },
  build: { outDir: 'dist', emptyOutDir: true, rolldownOptions: { input: entries }, chunkSizeWarningLimit: 800 },
  test: { environment: 'happy-dom' },
});
