// Badge bodies for skills and levels, 600 by 600: each has a silhouette of its own.

import { leaf, ngon, rosette, star } from './curves.mjs';
import {
  circle,
  element,
  file,
  gradient,
  group,
  METAL,
  num,
  path,
  pen,
  polar,
  polygon,
  range,
  rect,
} from './draw.mjs';

const SIDE = 600;
const badge = (body, defs) => file(SIDE, SIDE, body, { defs });
const round = (width) => ({ 'stroke-width': width, 'stroke-linejoin': 'round' });

const BRONZE = [
  [0, '#6e3d1d'],
  [0.3, '#c98852'],
  [0.52, '#efc49a'],
  [0.75, '#b06f3a'],
  [1, '#6a391a'],
];
const SILVER = [
  [0, '#6d7681'],
  [0.28, '#c4ccd4'],
  [0.5, '#f4f7f9'],
  [0.74, '#a7b1bb'],
  [1, '#68717b'],
];

const chevrons = (count, cy, fill) =>
  range(count).map((index) => {
    const y = cy - ((count - 1) * 30) / 2 + index * 30;
    return path(`M230 ${y - 16}L300 ${y + 10}L370 ${y - 16}V${y + 2}L300 ${y + 28}L230 ${y + 2}Z`, { fill });
  });

/** First level: a milled coin with one chevron. */
export const bronze = ({ ink, paper }) =>
  badge(
    [
      circle(300, 300, 286, { fill: 'url(#metal)' }),
      path(
        range(120)
          .map((index) => {
            const [x, y] = polar(300, 300, 270, index * 3);
            const [ex, ey] = polar(300, 300, 284, index * 3);
            return `M${num(x)} ${num(y)}L${num(ex)} ${num(ey)}`;
          })
          .join(''),
        pen(ink, 3, { opacity: 0.55 }),
      ),
      circle(300, 300, 262, { fill: ink }),
      circle(300, 300, 250, pen('url(#metal)', 4)),
      circle(300, 300, 236, { fill: paper }),
      chevrons(1, 140, ink),
    ],
    gradient('metal', BRONZE),
  );

/** Second level: an octagon plate with two chevrons. */
export const silver = ({ ink, paper }) => {
  const plate = (radius) => ngon(300, 300, radius, 8, 22.5);
  return badge(
    [
      path(plate(288), { fill: 'url(#metal)', stroke: 'url(#metal)', ...round(14) }),
      path(plate(264), { fill: ink, stroke: ink, ...round(10) }),
      path(plate(256), pen('url(#metal)', 4, { 'stroke-linejoin': 'round' })),
      path(plate(238), { fill: paper }),
      range(8).map((index) => {
        const [x, y] = polar(300, 300, 276, 22.5 + index * 45);
        return circle(x, y, 6, { fill: ink });
      }),
      chevrons(2, 142, ink),
    ],
    gradient('metal', SILVER),
  );
};

/** Third level: a sun with three chevrons. */
export const gold = ({ ink, paper }) =>
  badge(
    [
      path(star(300, 300, 294, 250, 24), { fill: ink }),
      path(star(300, 300, 280, 240, 24), { fill: 'url(#metal)' }),
      circle(300, 300, 236, { fill: ink }),
      circle(300, 300, 226, pen('url(#metal)', 4)),
      circle(300, 300, 214, { fill: paper }),
      chevrons(3, 158, ink),
    ],
    gradient('metal', METAL),
  );

/** Two speech bubbles, one behind the other. */
export const speech = ({ front, back, pale }) => {
  const bubble =
    'M118 150H482A74 74 0 0 1 556 224V392A74 74 0 0 1 482 466H268L166 560V466H118A74 74 0 0 1 44 392V224A74 74 0 0 1 118 150Z';
  return badge([
    path(
      'M250 40H500A72 72 0 0 1 572 112V240A72 72 0 0 1 500 312H250A72 72 0 0 1 178 240V112A72 72 0 0 1 250 40Z',
      { fill: back },
    ),
    path(bubble, { fill: pale, stroke: pale, ...round(24) }),
    path(bubble, { fill: front }),
    range(3).map((index) => circle(334 + index * 60, 94, 13, { fill: pale })),
  ]);
};

/** A cross with rounded arms: help at hand. */
export const aid = ({ from, to, line }) => {
  const cross =
    'M214 26H386A36 36 0 0 1 422 62V178H538A36 36 0 0 1 574 214V386A36 36 0 0 1 538 422H422V538A36 36 0 0 1 386 574H214A36 36 0 0 1 178 538V422H62A36 36 0 0 1 26 386V214A36 36 0 0 1 62 178H178V62A36 36 0 0 1 214 26Z';
  return badge(
    [
      path(cross, { fill: 'url(#body)' }),
      path(cross, { ...pen(line, 4), transform: 'translate(300 300) scale(0.93) translate(-300 -300)' }),
      path(
        'M300 150C282 116 236 120 236 92C236 62 282 58 300 90C318 58 364 62 364 92C364 120 318 116 300 150Z',
        { fill: line },
      ),
    ],
    gradient(
      'body',
      [
        [0, from],
        [1, to],
      ],
      { x2: 0 },
    ),
  );
};

/** Columns of dots that rise like a chart, on a dark disc. */
export const data = ({ ground, edge, colors }) => {
  const heights = [2, 3, 3, 5, 4, 6, 7];
  return badge([
    circle(300, 300, 288, { fill: ground }),
    circle(300, 300, 276, pen(edge, 3)),
    circle(300, 300, 262, pen(edge, 6, { 'stroke-dasharray': '2 11.72' })),
    heights.map((height, column) =>
      range(7).map((row) =>
        circle(210 + column * 30, 232 - row * 26, row < height ? 10 : 3.4, {
          fill: row < height ? colors[row % colors.length] : edge,
        }),
      ),
    ),
  ]);
};

/** A summit with a flag, on an arched plate. */
export const summit = ({ sky, glow, rock, snow, flag }) => {
  const plate = 'M60 300A240 240 0 0 1 540 300V520A44 44 0 0 1 496 564H104A44 44 0 0 1 60 520Z';
  return badge(
    [
      path(plate, { fill: snow, stroke: rock, ...round(24) }),
      group(
        { 'clip-path': 'url(#plate)' },
        rect(60, 60, 480, 290, { fill: 'url(#sky)' }),
        circle(394, 196, 54, { fill: flag, opacity: 0.9 }),
        path('M40 352L196 190L270 268L300 352Z', { fill: glow }),
        path('M120 352L306 130L346 182L378 206L520 352Z', { fill: rock }),
        path('M306 130L346 182L330 196L316 182L298 204L284 186L262 184Z', { fill: snow }),
      ),
      path('M306 132V84', pen(snow, 5, { 'stroke-linecap': 'round' })),
      path('M308 84L350 98L308 112Z', { fill: flag }),
    ],
    gradient(
      'sky',
      [
        [0, sky],
        [1, glow],
      ],
      { x2: 0 },
    ) + element('clipPath', { id: 'plate' }, path(plate)),
  );
};

/** A ring of leaves that closes on itself. */
export const cycle = ({ leaves, paper, ink }) => {
  const ring = (count, radius, size, turn, tilt) =>
    range(count).map((index) => {
      const degrees = turn + (index * 360) / count;
      const [x, y] = polar(300, 300, radius, degrees);
      return [
        path(leaf(size, size * 0.34), {
          fill: leaves[index % leaves.length],
          transform: `translate(${num(x)} ${num(y)}) rotate(${num(degrees + tilt)})`,
        }),
        path(`M8 0H${num(size * 0.8)}`, {
          ...pen(paper, 2.4, { opacity: 0.7, 'stroke-linecap': 'round' }),
          transform: `translate(${num(x)} ${num(y)}) rotate(${num(degrees + tilt)})`,
        }),
      ];
    });
  return badge([
    ring(18, 196, 124, 0, 48),
    circle(300, 300, 202, { fill: paper }),
    circle(300, 300, 194, pen(ink, 3)),
    circle(300, 300, 186, pen(ink, 1.2)),
  ]);
};

/** Brush and palette colours around a soft-edged field: for the arts. */
export const palette = ({ wood, edge, colors, paper }) =>
  badge([
    path(
      'M300 22C470 22 580 138 580 270C580 384 486 398 424 398C366 398 356 438 378 480C404 532 378 578 306 578C138 578 20 452 20 300C20 144 142 22 300 22Z',
      { fill: wood, stroke: edge, ...round(6) },
    ),
    colors.map((fill, index) => circle(...polar(292, 300, 222, 118 + index * 40), 34, { fill })),
    circle(292, 290, 168, { fill: paper }),
  ]);

/** A gear on a square set on its tip: for workshops and trades. */
export const gear = ({ from, to, line, paper }) => {
  const teeth = polygon(
    range(16).flatMap((index) => {
      const at = index * 22.5;
      return [
        polar(300, 300, 248, at - 7.4),
        polar(300, 300, 292, at - 4.6),
        polar(300, 300, 292, at + 4.6),
        polar(300, 300, 248, at + 7.4),
      ];
    }),
  );
  return badge(
    [
      path(teeth, { fill: 'url(#body)', stroke: 'url(#body)', ...round(10) }),
      circle(300, 300, 226, pen(line, 3)),
      rosette(300, 300, { radius: 212, amplitude: 8, waves: 48, strands: 3 }, line, 1.2),
      circle(300, 300, 196, { fill: paper }),
    ],
    gradient('body', [
      [0, from],
      [1, to],
    ]),
  );
};
