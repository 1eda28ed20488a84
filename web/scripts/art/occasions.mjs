// The art of the templates made for one language or occasion: what is drawn, on which page, in which inks.

import * as awards from './awards.mjs';
import * as folk from './folk.mjs';
import * as scenes from './scenes.mjs';
import * as seals from './seals.mjs';

const LETTER = [1056, 816];
const LETTER_TALL = [816, 1056];
const A4 = [1123, 794];
const A4_TALL = [794, 1123];
const CARD = [280, 197];
const CARD_TALL = [197, 280];

export const occasions = {
  'ground-stitch-a4': folk.stitch(...A4, { bright: '#b3202c', dark: '#1f1a1c', paper: '#fffdf8' }),
  'frame-meander-a4-portrait': folk.meander(...A4_TALL, { ink: '#14507a', paper: '#fbfcfd' }),
  'ground-arcade-a4-portrait': folk.arcade(...A4_TALL, {
    ground: '#7d3018',
    line: '#e8b98d',
    paper: '#fffaf2',
  }),
  'ground-mandala-a4': folk.mandala(...A4, {
    paper: '#fffaf0',
    ground: '#7a1145',
    colors: ['#a3195b', '#f0741f', '#f9b233', '#ffe2ae'],
  }),
  'frame-lotus-a4': folk.lotus(...A4, { ink: '#4a2a6a', metal: '#b98a2e', paper: '#fdfaf3' }),
  'ground-lattice-a4': folk.lattice(...A4, { ground: '#9c1a1e', light: '#bd3a33', metal: '#f0cc7e' }),
  'ground-silk-a4-portrait': folk.silk(...A4_TALL, {
    paper: '#fffefa',
    colors: [
      '#c8322f',
      '#fffefa',
      '#1f4e9c',
      '#f4b32e',
      '#1d1d24',
      '#2d8a57',
      '#fffefa',
      '#e56a8d',
      '#f4b32e',
      '#1f4e9c',
    ],
    depth: 128,
  }),
  'ground-pavement-a4': folk.pavement(...A4, { paper: '#ffffff', stone: '#17191c', depth: 196 }),
  'ground-mosaic-a4-portrait': folk.mosaic(...A4_TALL, {
    paper: '#fffdf8',
    grout: '#f1e7d6',
    rings: [
      ['#f7b52c', '#ffca4f', '#f29f1f'],
      ['#f29f1f', '#ee7f2d', '#f7b52c'],
      ['#e4572e', '#d8432a', '#ee7f2d'],
      ['#c2304a', '#d8432a', '#a5284f'],
      ['#2a9d9a', '#c2304a', '#1c7f8c'],
      ['#1c7f8c', '#2a9d9a', '#155e86'],
      ['#155e86', '#1c7f8c', '#174a7c'],
      ['#174a7c', '#123a66', '#155e86'],
    ],
    depth: 372,
  }),
  'frame-vine-a4': folk.vine(...A4, { leafColor: '#7c9a6d', stem: '#4d6b4a', bloom: '#8d4a78' }),

  'ground-track-letter': scenes.track(...LETTER, { infield: '#fffaf3', ground: '#b2391f', line: '#fff3e6' }),
  'ground-stage-letter-portrait': scenes.stage(...LETTER_TALL, {
    cloth: '#9b1c2e',
    fold: '#650f1e',
    metal: '#d9ab4a',
    paper: '#fff8ea',
    boards: '#3a1a16',
  }),
  'ground-meadow-letter': scenes.meadow(...LETTER, {
    paper: '#fffdf6',
    green: '#a9c48f',
    deep: '#4f7d4c',
    blooms: ['#e2574c', '#f2a63b', '#7b68c8', '#f7d046', '#e98fb0'],
    eye: '#5b3a1e',
  }),
  'ground-blueprint-letter': scenes.blueprint(...LETTER, {
    ground: '#123f6e',
    grid: '#4f7fb2',
    line: '#e6f1fb',
  }),
  'ground-dial-letter-portrait': scenes.dial(...LETTER_TALL, {
    paper: '#ffffff',
    ink: '#1a2238',
    accent: '#f2604d',
    pale: '#eef1f6',
  }),
  'frame-colonnade-a4': scenes.colonnade(...A4, { ink: '#4a3b2a', paper: '#fdfaf2', shade: '#f3ead8' }),
  'ground-confetti-letter': scenes.confetti(...LETTER, {
    paper: '#ffffff',
    colors: ['#ff4d6d', '#ffb703', '#3a86ff', '#06b59b', '#8338ec'],
  }),
  'ground-raster-a4-portrait': scenes.raster(...A4_TALL, { paper: '#ffffff', ink: '#e0301e' }),
  'ground-olive-letter': scenes.olive(...LETTER, {
    paper: '#fdfdf8',
    field: '#dfe8d6',
    stem: '#6b5a3a',
    leaves: ['#5d7a4c', '#7f9a63', '#46643f'],
    fruit: '#3d3350',
  }),
  'ground-vector-a4': scenes.slant(...A4, {
    paper: '#fbf7ee',
    ink: '#191717',
    signal: '#d5281b',
    grey: '#c9c1b2',
  }),
  'ground-hazard-a8': scenes.hazard(...CARD, { paper: '#ffffff', dark: '#1b1b1b', bright: '#ffc916' }),
  'ground-discs-a8-portrait': scenes.discs(...CARD_TALL, {
    paper: '#ffffff',
    ground: '#3b1d8f',
    colors: ['#6d3bd6', '#b02a63', '#2f63d9', '#7b2fc0'],
    depth: 84,
  }),

  'seal-purple-ribbon': seals.ribbonSeal('#4a2a6a', '#331b4c', '#f6e3b4'),
  'seal-stamp-sepia': seals.stamp('#4a3b2a'),
  'seal-carved-crimson': seals.carvedSeal('#c8322f', '#fffefa'),
  'wreath-blue': seals.wreathAlone('#14507a'),
  'wreath-gilt': seals.wreathAlone('#f0cc7e'),
  'divider-red': seals.divider('#b3202c'),
  'divider-plum': seals.divider('#8d4a78'),

  'badge-bronze': awards.bronze({ ink: '#5e3216', paper: '#fdf6ef' }),
  'badge-silver': awards.silver({ ink: '#3b4550', paper: '#f8fafb' }),
  'badge-gold': awards.gold({ ink: '#5f430d', paper: '#fffaf0' }),
  'badge-speech': awards.speech({ front: '#143c6b', back: '#ef6f53', pale: '#ffffff' }),
  'badge-aid': awards.aid({ from: '#0f8a58', to: '#0a6340', line: '#e8fff3' }),
  'badge-data': awards.data({
    ground: '#101828',
    edge: '#46577a',
    colors: ['#22d3a6', '#2fb9e8', '#5b8cff', '#8f7bff', '#c56bff', '#f472b6', '#fb923c'],
  }),
  'badge-summit': awards.summit({
    sky: '#24476f',
    glow: '#7aa0c4',
    rock: '#1b2f4b',
    snow: '#ffffff',
    flag: '#f2a63b',
  }),
  'badge-cycle': awards.cycle({
    leaves: ['#2f7d4a', '#5fa35a', '#8fbf5f'],
    paper: '#fbfdf6',
    ink: '#2f7d4a',
  }),
  'badge-palette': awards.palette({
    wood: '#e7c9a0',
    edge: '#b98d57',
    colors: ['#e4442f', '#f6a821', '#f7dc4b', '#3fa66b', '#2b7bc4'],
    paper: '#fffaf2',
  }),
  'badge-gear': awards.gear({ from: '#4b5563', to: '#1f2937', line: '#f59e0b', paper: '#ffffff' }),
};
