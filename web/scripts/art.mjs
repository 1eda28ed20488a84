// Draws the ornaments of the certificate and badge templates into public/art, and the symbols of the editor.
// The output depends on nothing but this code: run `node scripts/art.mjs` after a change.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as badges from './art/badges.mjs';
import * as frames from './art/frames.mjs';
import * as grounds from './art/grounds.mjs';
import { occasions } from './art/occasions.mjs';
import * as seals from './art/seals.mjs';
import { library } from './art/symbols.mjs';

const LETTER = [1056, 816];
const LETTER_TALL = [816, 1056];
const A4 = [1123, 794];
const A4_TALL = [794, 1123];
const CARD = [280, 197];
const CARD_TALL = [197, 280];

const green = { ink: '#1f5c42', tint: '#e3ece4', paper: '#fdfcf7' };
const navy = { ink: '#1b2a4a' };
const wine = { ink: '#6d1f2e', soft: '#ead9d3' };
const black = { ink: '#1d1b18', metal: '#a9832f' };
const teal = { ground: '#0f5257', deep: '#0a3c40', line: '#e0bf72' };
const gilt = { ink: '#a5802d', soft: '#efe3c4', paper: '#fcfaf3' };

const files = {
  'frame-engraved-letter': frames.engraved(...LETTER, green),
  'frame-engraved-a4-portrait': frames.engraved(...A4_TALL, { ...green, ink: '#27476e', tint: '#e2e8f1' }),
  'frame-scrolled-letter': frames.scrolled(...LETTER, navy),
  'frame-bookplate-letter-portrait': frames.bookplate(...LETTER_TALL, wine),
  'frame-deco-a4': frames.deco(...A4, black),
  'frame-stars-a4': frames.stars(...A4, teal),
  'frame-waves-a4-portrait': frames.waves(...A4_TALL, gilt),

  'ground-orbit-letter': grounds.orbit(...LETTER, { ink: '#2f8a5f', paper: '#ffffff' }),
  'ground-contour-letter': grounds.contour(...LETTER, { paper: '#fbfdfd', from: '#0b7285', to: '#5ac8b0' }),
  'ground-weave-a4-portrait': grounds.weave(...A4_TALL, {
    paper: '#ffffff',
    ground: '#17306b',
    line: '#4766b8',
    depth: 236,
  }),
  'ground-arcs-a4': grounds.arcs(...A4, {
    paper: '#fffdf9',
    colors: ['#2b2a6b', '#5b5bd6', '#ff7a59', '#dcdcf7'],
  }),
  'ground-rays-letter': grounds.rays(...LETTER, { ground: '#0d1526', glow: '#1c2b4d', metal: '#c9a24a' }),
  'ground-poster-letter-portrait': grounds.poster(...LETTER_TALL, {
    paper: '#fff6e6',
    ink: '#1f1a17',
    warm: '#f4581f',
    sun: '#ffc233',
  }),
  'ground-quilt-a4': grounds.quilt(...A4, {
    paper: '#ffffff',
    colors: ['#ff5a36', '#ffc233', '#123a5c', '#0f9d8a', '#fbe6d0'],
  }),
  'ground-card-a8': grounds.card(...CARD, {
    paper: '#ffffff',
    ground: '#1f5c42',
    line: '#8fc3a7',
    depth: 14,
  }),
  'ground-card-a8-portrait': grounds.card(...CARD_TALL, {
    paper: '#ffffff',
    ground: '#1b2a4a',
    line: '#4a5f94',
    depth: 66,
    vertical: true,
  }),

  'seal-metal': seals.metalSeal(),
  'seal-green': seals.inkSeal('#1f5c42', '#fdfcf7'),
  'seal-blue': seals.inkSeal('#27476e', '#fdfcf7'),
  'seal-teal': seals.inkSeal('#0f5257', '#fdfaf1'),
  'seal-wine-ribbon': seals.ribbonSeal('#6d1f2e', '#4d1420', '#fdf3e4'),
  'seal-navy-ribbon': seals.ribbonSeal('#1b2a4a', '#0f1a31', '#f3dea0'),
  'seal-stamp-black': seals.stamp('#1d1b18'),
  'seal-stamp-green': seals.stamp('#1f6f4a'),
  'seal-carved-red': seals.carvedSeal('#b3261e', '#fff7ee'),
  'wreath-green': seals.wreathAlone('#1f6f4a'),
  'wreath-gold': seals.wreathAlone('#c9a24a'),
  'star-gold': seals.starAlone('#c9a24a'),
  'divider-gold': seals.divider('#a9832f'),
  'divider-blue': seals.divider('#27476e'),
  'divider-green': seals.divider('#1f5c42'),
  'divider-wine': seals.divider('#6d1f2e'),
  'sprig-green': seals.sprig('#1f5c42'),
  'sprig-wine': seals.sprig('#6d1f2e'),
  'sprig-gold': seals.sprig('#a9832f'),

  'badge-course': badges.course({ ink: '#1f6f4a', paper: '#fbfaf4' }),
  'badge-shield': badges.shield({ from: '#27407a', to: '#14224a', line: '#f0d58f', paper: '#fffaf0' }),
  'badge-hexagon': badges.hexagon({ from: '#0f766e', to: '#123a5c', line: '#b6f0e2' }),
  'badge-laurels': badges.laurels({ ground: '#123524', leafColor: '#d9b45c', paper: '#fffaf0' }),
  'badge-medal': badges.medal({ ribbon: '#9d1c34', deep: '#75112a', paper: '#fffaf0' }),
  'badge-tile': badges.tile({ from: '#5b5bd6', to: '#2b2a6b', line: '#ffffff' }),

  ...occasions,
};

for (const name of badges.iconNames) {
  files[`icon-${name}-white`] = badges.icon(name, '#ffffff');
  files[`icon-${name}-ink`] = badges.icon(name, '#16211c');
}

const folder = fileURLToPath(new URL('../public/art/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, svg] of Object.entries(files)) {
  writeFileSync(`${folder}${name}.svg`, svg);
}

const symbols = fileURLToPath(new URL('../src/editor/core/blocks/symbol/library.json', import.meta.url));
writeFileSync(symbols, `${JSON.stringify(library, null, 2)}\n`);
