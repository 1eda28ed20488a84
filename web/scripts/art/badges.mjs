// Badge bodies, 600 by 600, with a quiet field in the middle for words.

import { leaf, ngon, rosette, scallop, star } from './curves.mjs';
import {
  circle,
  element,
  file,
  gradient,
  group,
  METAL,
  path,
  pen,
  polar,
  polygon,
  range,
  rect,
} from './draw.mjs';
import { wreath } from './seals.mjs';

const SIDE = 600;
const badge = (body, defs) => file(SIDE, SIDE, body, { defs });

/** Scalloped disc with a woven ring. */
export const course = ({ ink, paper }) =>
  badge([
    path(scallop(300, 300, 282, 40), { fill: ink }),
    circle(300, 300, 262, pen(paper, 3)),
    rosette(300, 300, { radius: 231, amplitude: 20, waves: 48, strands: 4 }, paper, 1.6),
    circle(300, 300, 200, { fill: paper }),
    circle(300, 300, 188, pen(ink, 2)),
  ]);

const SHIELD =
  'M300 24C366 62 444 78 536 80V300C536 430 444 522 300 580C156 522 64 430 64 300V80C156 78 234 62 300 24Z';

const inside = (share) => `translate(300 300) scale(${share}) translate(-300 -300)`;

export const shield = ({ from, to, line, paper }) =>
  badge(
    [
      path(SHIELD, { fill: 'url(#body)' }),
      path(SHIELD, { ...pen(line, 5), transform: inside(0.93) }),
      path(SHIELD, { ...pen(line, 1.8), transform: inside(0.89) }),
      group(
        { 'clip-path': 'url(#field)' },
        path('M60 196H540V370H60Z', { fill: paper }),
        path('M60 204H540M60 362H540', pen(line, 1.8)),
      ),
      wreath(300, 470, 44, { fill: line, count: 7, size: 0.36 }),
      path(star(300, 466, 22, 9.2, 5), { fill: line }),
    ],
    gradient(
      'body',
      [
        [0, from],
        [1, to],
      ],
      { x2: 0 },
    ) + element('clipPath', { id: 'field' }, path(SHIELD, { transform: inside(0.887) })),
  );

export const hexagon = ({ from, to, line }) => {
  const body = (radius) => ngon(300, 300, radius, 6);
  return badge(
    [
      path(body(278), {
        fill: 'url(#body)',
        stroke: 'url(#body)',
        'stroke-width': 28,
        'stroke-linejoin': 'round',
      }),
      path(body(262), pen(line, 3, { 'stroke-linejoin': 'round' })),
      range(5).map((index) =>
        path(
          body(252 - index * 7),
          pen(line, 1.1, { opacity: 0.55 - index * 0.1, 'stroke-linejoin': 'round' }),
        ),
      ),
      rosette(300, 300, { radius: 176, amplitude: 40, waves: 30, strands: 4 }, 'url(#faint)', 1.2),
    ],
    gradient('body', [
      [0, from],
      [1, to],
    ]) +
      gradient('faint', [
        [0, line, 0.35],
        [0.5, line, 0.12],
        [1, line, 0.3],
      ]),
  );
};

export const laurels = ({ ground, leafColor, paper }) =>
  badge(
    [
      circle(300, 300, 288, { fill: 'url(#metal)' }),
      circle(300, 300, 272, { fill: ground }),
      circle(300, 300, 262, pen('#d9b45c', 2.4)),
      wreath(300, 303, 222, { fill: leafColor, count: 14, size: 0.17, from: 98, to: 248 }),
      circle(300, 300, 177, { fill: paper }),
      circle(300, 300, 177, pen('url(#metal)', 5)),
    ],
    gradient('metal', METAL),
  );

/** Twelve-rayed metal star on crossed ribbons. */
export const medal = ({ ribbon, deep, paper }) =>
  badge(
    [
      path(
        polygon([
          [176, 380],
          [300, 440],
          [236, 592],
          [196, 540],
          [128, 552],
        ]),
        { fill: deep },
      ),
      path(
        polygon([
          [424, 380],
          [300, 440],
          [364, 592],
          [404, 540],
          [472, 552],
        ]),
        { fill: ribbon },
      ),
      path(star(300, 268, 262, 206, 16), {
        fill: 'url(#metal)',
        stroke: '#86601c',
        'stroke-width': 2,
        'stroke-linejoin': 'round',
      }),
      range(32).map((index) => {
        const [x, y] = polar(300, 268, 190, index * 11.25);
        const [ex, ey] = polar(300, 268, index % 2 ? 202 : 244, index * 11.25);
        return path(
          `M${x.toFixed(1)} ${y.toFixed(1)}L${ex.toFixed(1)} ${ey.toFixed(1)}`,
          pen('#86601c', 1.4, { opacity: 0.5 }),
        );
      }),
      circle(300, 268, 186, { fill: ribbon, stroke: '#86601c', 'stroke-width': 2 }),
      circle(300, 268, 174, pen('#f3dea0', 3)),
      circle(300, 268, 160, { fill: paper }),
    ],
    gradient('metal', METAL),
  );

export const tile = ({ from, to, line }) =>
  badge(
    [
      rect(20, 20, 560, 560, { rx: 112, fill: 'url(#body)' }),
      group(
        { 'clip-path': 'url(#field)' },
        [420, 350, 280, 210].map((radius, index) =>
          circle(560, 40, radius, { fill: line, opacity: 0.1 + index * 0.04 }),
        ),
      ),
    ],
    gradient('body', [
      [0, from],
      [1, to],
    ]) + element('clipPath', { id: 'field' }, rect(20, 20, 560, 560, { rx: 112 })),
  );

const ICONS = {
  check: (color) =>
    path('M26 52L43 69L76 33', pen(color, 9, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })),
  star: (color) => path(star(50, 53, 40, 16.5, 5), { fill: color }),
  book: (color) =>
    path(
      'M50 30C40 22 26 20 12 22V76C26 74 40 76 50 84C60 76 74 74 88 76V22C74 20 60 22 50 30ZM50 30V84',
      pen(color, 6, { 'stroke-linejoin': 'round' }),
    ),
  cap: (color) => [
    path('M50 22L94 42L50 62L6 42Z', { fill: color }),
    path('M24 56V72C34 84 66 84 76 72V56L50 68Z', { fill: color }),
    path('M88 46V72', pen(color, 5, { 'stroke-linecap': 'round' })),
  ],
  flame: (color) =>
    path('M52 8C56 28 80 38 80 62A30 30 0 0 1 20 62C20 48 30 42 34 30C40 34 43 40 43 46C50 38 54 24 52 8Z', {
      fill: color,
    }),
  sprout: (color) => [
    path('M50 88V50', pen(color, 6, { 'stroke-linecap': 'round' })),
    path(leaf(44, 20), { fill: color, transform: 'translate(50 58) rotate(-38)' }),
    path(leaf(44, 20), { fill: color, transform: 'translate(50 68) scale(-1 1) rotate(-38)' }),
  ],
};

export const iconNames = Object.keys(ICONS);
export const icon = (name, color) => file(100, 100, [ICONS[name](color)]);
