import react from '@vitejs/plugin-react';
import type { BuildEnvironmentOptions, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { laurelFonts } from './scripts/vite-fonts.ts';
import { KIT, laurelKit } from './scripts/vite-kit.ts';
import { laurelMaker } from './scripts/vite-maker.ts';

/** Dashboard and public pages, the page that is printed, and a sample of another product's page. */
const PAGES = ['index.html', 'print.html', 'sample-host.html'];

/** What else is built: `vite build --mode NAME`. */
const BUILDS: Record<string, BuildEnvironmentOptions> = {
  // The printed page alone, for checks of the layout.
  print: { rolldownOptions: { input: ['print.html'] } },
  // The embedded design maker: built by itself its few chunks hold nothing of the others.
  embed: {
    emptyOutDir: false,
    copyPublicDir: false,
  },
  // What hosts load to show it.
  kit: {
    lib: { entry: KIT, formats: ['es'] },
    rolldownOptions: { external: ['react', 'react/jsx-runtime'] },
    emptyOutDir: false,
    copyPublicDir: false,
  },
};
const PLUGINS: Record<string, () => Plugin> = { embed: laurelMaker, kit: laurelKit };

export default defineConfig(({ mode }) => ({
  plugins: [react(), (PLUGINS[mode] ?? laurelFonts)()],
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
    ...(mode !== 'embed' && { rolldownOptions: { input: PAGES } }),
    chunkSizeWarningLimit: 800,
    ...BUILDS[mode],
  },
  test: { environment: 'happy-dom' },
}));
