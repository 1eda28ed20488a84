import react from '@vitejs/plugin-react';
import type { BuildEnvironmentOptions, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { laurelContract } from './scripts/vite-contract.ts';
import { laurelFonts } from './scripts/vite-fonts.ts';
import { KIT, laurelKit } from './scripts/vite-kit.ts';
import { laurelMaker } from './scripts/vite-maker.ts';
import { laurelVerifier, VERIFIER } from './scripts/vite-verifier.ts';
import { laurelVisitors } from './scripts/vite-visitors.ts';

/** Dashboard and public pages, and a sample of another product's page. */
const PAGES = ['index.html', 'sample-host.html'];

/**
 * What most screens use comes in two pieces, rather than in one for each set of screens that share it: a browser waits longer
 * for two hundred small files than for bytes that it needs a moment later.
 */
const PIECES = {
  groups: [
    {
      name: 'libraries',
      test: /node_modules[\\/](react|react-dom|react-router|scheduler|zustand|i18next|react-i18next|clsx|@mantine|@floating-ui|@tanstack|@tabler)[\\/]/,
      minShareCount: 3,
    },
    { name: 'house', test: /web[\\/]src[\\/](api|app|features|i18n|lib|ui)[\\/]/, minShareCount: 5 },
  ],
};

/** What else is built: `vite build --mode NAME`. */
const BUILDS: Record<string, BuildEnvironmentOptions> = {
  // The page that is printed: by itself, so that it takes nothing of the screens with it.
  print: { rolldownOptions: { input: ['print.html'] }, emptyOutDir: false },
  // The embedded design maker: built by itself its few chunks hold nothing of the others.
  embed: {
    emptyOutDir: false,
    copyPublicDir: false,
  },
  // The pages that visitors open from elsewhere, for the same reason.
  visitors: {
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
  // The page that people keep to verify without us.
  verifier: {
    lib: { entry: VERIFIER, formats: ['iife'], name: 'laurelVerifier', cssFileName: 'verifier' },
    rolldownOptions: {},
    emptyOutDir: false,
    copyPublicDir: false,
  },
};
const PLUGINS: Record<string, () => Plugin> = {
  embed: laurelMaker,
  visitors: laurelVisitors,
  kit: laurelKit,
  verifier: laurelVerifier,
};

/** Tests without a component that need a page all the same, or change what others would see. */
const IN_A_PAGE = [
  'src/api/captcha.test.ts',
  'src/api/client.test.ts',
  'src/api/testMode.test.ts',
  'src/api/tracking.test.ts',
  'src/editor/core/blocks/registry.test.ts',
  'src/editor/views/canvas/runs.test.ts',
  'src/editor/core/document/clipboard.test.ts',
  'src/editor/state/saving/draft.test.ts',
  'src/editor/core/paint/svg.test.ts',
  'src/editor/views/focus/regions.test.ts',
  'src/editor/views/text/dom.test.ts',
  'src/editor/state/uploads/store.test.ts',
  'src/features/evidence/values.test.ts',
  'src/features/quick-issue/issue.test.ts',
  'src/lib/installation.test.ts',
  'src/lib/urls.test.ts',
];

export default defineConfig(({ mode }) => ({
  plugins: [react(), laurelContract(), (PLUGINS[mode] ?? laurelFonts)()],
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
    ...(mode !== 'embed' &&
      mode !== 'visitors' && { rolldownOptions: { input: PAGES, output: { codeSplitting: PIECES } } }),
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    ...BUILDS[mode],
  },
  test: {
    // Longer than the defaults of 5 s and 1 s, for machines that are busy with something else.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // A process and a page for each file is what most of the time went into; what only computes shares one.
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['src/**/*.test.ts'],
          exclude: IN_A_PAGE,
          environment: 'node',
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'page', include: ['src/**/*.test.tsx', ...IN_A_PAGE], environment: 'happy-dom' },
      },
    ],
  },
}));
