// Seals, wreaths, ribbons and small marks. Drawn on a 200 px square; they hold at 20 mm.

import { leaf, rosette, scallop, star } from './curves.mjs';
import {
  circle,
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
  use,
} from './draw.mjs';

/** Two branches that open at the top; `count` leaf pairs a side. */
export function wreath(cx, cy, radius, { count = 9, size = 0.26, from = 100, to = 238, fill }) {
  const length = radius * size * 1.3;
  const branch = range(count).map((index) => {
    const share = index / (count - 1);
    const degrees = from + (to - from) * share;
    const [x, y] = polar(cx, cy, radius, degrees);
    const shrink = 1 - share * 0.35;
    const turn = degrees + 90;
    const place = (tilt) =>
      path(leaf(length * shrink, length * 0.24 * shrink), {
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(turn + tilt).toFixed(1)})${tilt > 0 ? ' scale(1 -1)' : ''}`,
      });
    return [place(-38), place(34)];
  });
  const [sx, sy] = polar(cx, cy, radius, from - 8);
  const [ex, ey] = polar(cx, cy, radius, to);
  const [tx, ty] = polar(cx, cy, radius, to);
  const stem = path(`M${sx} ${sy}A${radius} ${radius} 0 0 1 ${ex} ${ey}`, pen(fill, radius * 0.022));
  const tip = path(leaf(length * 0.62, length * 0.15), {
    transform: `translate(${tx.toFixed(1)} ${ty.toFixed(1)}) rotate(${(to + 90).toFixed(1)})`,
  });
  const half = group({ fill }, stem, branch, tip);
  return half + group({ transform: `translate(${2 * cx} 0) scale(-1 1)` }, half);
}

const ring = (radius, width, color) => circle(100, 100, radius, pen(color, width));
const beads = (radius, count, size, fill) =>
  group(
    { fill },
    range(count).map((index) => {
      const [x, y] = polar(100, 100, radius, (index * 360) / count);
      return circle(x, y, size);
    }),
  );

/** Embossed metal seal with wreath and star. */
export const metalSeal = () =>
  file(
    200,
    200,
    [
      path(scallop(100, 100, 93, 36), { fill: 'url(#rim)' }),
      circle(100, 100, 86, { fill: 'url(#face)' }),
      ring(86, 1.5, '#7d5a1a'),
      beads(80, 60, 1.7, '#7d5a1a'),
      ring(74, 1.4, '#7d5a1a'),
      rosette(100, 100, { radius: 66, amplitude: 5.5, waves: 30, strands: 3 }, '#94702a', 0.7),
      circle(100, 100, 58, { fill: 'url(#rim)' }),
      ring(58, 1.4, '#7d5a1a'),
      wreath(100, 102, 38, { fill: '#6b4c12', size: 0.34, count: 8 }),
      path(star(100, 99, 20, 8.4, 5), { fill: '#6b4c12' }),
    ],
    {
      defs:
        gradient('rim', METAL) +
        gradient('face', METAL.map(([offset, color]) => [1 - offset, color]).reverse()),
    },
  );

/** Flat two-colour seal: scalloped disc, woven ring, wreath. */
export const inkSeal = (ink, paper) =>
  file(200, 200, [
    path(scallop(100, 100, 92, 48), { fill: ink }),
    ring(84, 1.6, paper),
    rosette(100, 100, { radius: 70, amplitude: 8, waves: 24, strands: 4 }, paper, 0.9),
    circle(100, 100, 58, { fill: paper }),
    ring(53.5, 1.4, ink),
    wreath(100, 102, 36, { fill: ink, size: 0.34, count: 8 }),
    path(star(100, 99, 17, 7.1, 5), { fill: ink }),
  ]);

/** Line-only stamp for designs with little colour. */
export const stamp = (ink) =>
  file(200, 200, [
    ring(96, 3, ink),
    ring(89, 1.2, ink),
    rosette(100, 100, { radius: 77, amplitude: 9, waves: 30, strands: 4 }, ink, 0.9),
    ring(65, 1.2, ink),
    ring(61, 2.4, ink),
    wreath(100, 103, 41, { fill: ink, size: 0.33, count: 8 }),
    path(star(100, 99, 19, 8, 5), { fill: ink }),
  ]);

/** Seal on two ribbon tails; 200 by 280. */
export const ribbonSeal = (ink, deep, paper) =>
  file(200, 280, [
    path(
      polygon([
        [62, 150],
        [104, 168],
        [82, 272],
        [64, 250],
        [36, 258],
      ]),
      { fill: deep },
    ),
    path(
      polygon([
        [138, 150],
        [96, 168],
        [118, 272],
        [136, 250],
        [164, 258],
      ]),
      { fill: deep },
    ),
    path('M72 160L52 255M128 160L148 255', pen(paper, 1.6, { opacity: 0.55 })),
    path(scallop(100, 100, 92, 40), { fill: ink }),
    ring(84, 1.8, paper),
    beads(77, 48, 1.8, paper),
    ring(70, 1.2, paper),
    wreath(100, 103, 46, { fill: paper, size: 0.33, count: 9 }),
    path(star(100, 99, 23, 9.6, 5), { fill: paper }),
  ]);

/** Square red seal with a carved sprig, in the manner of a name stamp. */
export const carvedSeal = (red, paper) =>
  file(200, 200, [
    rect(8, 8, 184, 184, { rx: 14, fill: red }),
    rect(20, 20, 160, 160, { rx: 6, ...pen(paper, 4) }),
    path('M100 168C97 130 97 90 100 52', pen(paper, 5, { 'stroke-linecap': 'round' })),
    group(
      { fill: paper },
      range(4).map((index) => {
        const y = 150 - index * 27;
        const size = 50 - index * 5;
        return [
          path(leaf(size, 13), { transform: `translate(100 ${y}) rotate(-32)` }),
          path(leaf(size, 13), { transform: `translate(100 ${y}) scale(-1 1) rotate(-32)` }),
        ];
      }),
      path(leaf(34, 10), { transform: 'translate(100 62) rotate(-90)' }),
    ),
  ]);

export const wreathAlone = (fill) => file(200, 200, [wreath(100, 104, 74, { fill, count: 11, size: 0.25 })]);

export const starAlone = (fill) => file(100, 100, [path(star(50, 54, 48, 20, 5), { fill })]);

/** Two small tendril-like rules around a lozenge: sets a title off from the text. */
export const divider = (color) =>
  file(240, 20, [
    path('M4 10L102 9.2V10.8ZM236 10L138 9.2V10.8Z', { fill: color }),
    path(
      polygon([
        [120, 3],
        [127, 10],
        [120, 17],
        [113, 10],
      ]),
      { fill: color },
    ),
    circle(107, 10, 1.8, { fill: color }),
    circle(133, 10, 1.8, { fill: color }),
  ]);

export const sprig = (color) =>
  file(160, 48, [
    group(
      { id: 'half', fill: color },
      path('M80 34C56 38 32 34 10 20', pen(color, 1.4, { 'stroke-linecap': 'round' })),
      range(5).map((index) => {
        const x = 66 - index * 12;
        const y = 35.4 - index * index * 0.55;
        return [
          path(leaf(17 - index, 3.8), { transform: `translate(${x} ${y}) rotate(${-128 + index * 6})` }),
          path(leaf(15 - index, 3.6), {
            transform: `translate(${x} ${y}) rotate(${150 + index * 8}) scale(1 -1)`,
          }),
        ];
      }),
    ),
    use('half', 'translate(160 0) scale(-1 1)'),
    path(star(80, 30, 8, 3.4, 5), { fill: color }),
  ]);
