import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { laurelFonts } from './scripts/vite-fonts.ts';

/** Dashboard and public pages, the embedded design maker, and the page that is printed. */
const PAGES = ['index.html', 'embed.html', 'print.html'].filter((file) => existsSync(file));

export default defineConfig(({ mode }) => ({
  plugins: [react(), laurelFonts()],
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/v1': 'http://127.0.0.1:8080', '/locales': 'http://127.0.0.1:8080' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content policy takes fonts from our host only, never from data: addresses.
    assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),

    // `vite build --mode print` makes the printed page alone, for checks of the layout.
    rolldownOptions: { input: mode === 'print' ? ['print.html'] : PAGES },
    chunkSizeWarningLimit: 800,
  },
  test: { environment: 'happy-dom' },
}));
