// Borders: engraved, ruled, deco, star pattern, waves. Each is drawn for its page and leaves the paper bare,
// so that the design's own colour can run into the bleed while the border stays where it is.

import { braid, leaf, rosette, star, tendril } from './curves.mjs';
import {
  circle,
  file,
  gradient,
  group,
  METAL,
  num,
  path,
  pen,
  polar,
  polygon,
  polyline,
  range,
  rect,
  use,
} from './draw.mjs';

export const inset = (w, h, by, attributes) => rect(by, by, w - 2 * by, h - 2 * by, attributes);

/** The same corner piece, drawn for the top left, in all four corners. */
export const corners = (w, h, id) => [
  use(id),
  use(id, `translate(${w} 0) scale(-1 1)`),
  use(id, `translate(0 ${h}) scale(1 -1)`),
  use(id, `translate(${w} ${h}) scale(-1 -1)`),
];

/** Tiles of about `length` along one side, stretched to fit exactly; their top looks outwards. */
function run(id, length, [from, to], at, side) {
  const count = Math.round((to - from) / length);
  const scale = (to - from) / count / length;
  const flip = side === 'bottom' || side === 'left' ? -1 : 1;
  const upright = side === 'top' || side === 'bottom';
  return range(count).map((index) => {
    const along = num(from + index * length * scale);
    const place = upright ? `translate(${along} ${at})` : `translate(${at} ${along}) rotate(90)`;
    return use(id, `${place} scale(${scale.toFixed(4)} ${flip})`);
  });
}

export const sides = (w, h, id, length, centre, clear) => [
  run(id, length, [clear, w - clear], centre, 'top'),
  run(id, length, [clear, w - clear], h - centre, 'bottom'),
  run(id, length, [clear, h - clear], centre, 'left'),
  run(id, length, [clear, h - clear], w - centre, 'right'),
];

/** Woven band between rules, a rosette in each corner, a faint rosette under the text. */
export function engraved(w, h, { ink, tint, paper }) {
  const middle = 54;
  const tile = path(braid(48, 12.5, 10), pen(ink, 0.55)) + path(braid(48, 5, 4, 2), pen(ink, 0.5));
  const corner = group(
    {},
    circle(middle, middle, 33, { fill: paper }),
    rosette(middle, middle, { radius: 24.5, amplitude: 7, waves: 16, strands: 5 }, ink, 0.55),
    rosette(middle, middle, { radius: 12, amplitude: 5, waves: 10, strands: 4 }, ink, 0.55),
    circle(middle, middle, 33, pen(ink, 1.4)),
    circle(middle, middle, 5, { fill: ink }),
    circle(middle, middle, 2, { fill: paper }),
  );
  const defs = group({ id: 'tile' }, tile) + group({ id: 'corner' }, corner);
  const under = [
    rosette(w / 2, h / 2, { radius: 215, amplitude: 68, waves: 18, strands: 6 }, tint, 0.6),
    rosette(w / 2, h / 2, { radius: 112, amplitude: 44, waves: 12, strands: 6 }, tint, 0.6),
  ];
  return file(
    w,
    h,
    [
      under,
      inset(w, h, 36, pen(ink, 1.8)),
      inset(w, h, 40.5, pen(ink, 0.6)),
      sides(w, h, 'tile', 48, middle, 88),
      inset(w, h, 67.5, pen(ink, 0.6)),
      inset(w, h, 72, pen(ink, 1.2)),
      corners(w, h, 'corner'),
    ],
    { defs, stretch: true },
  );
}

/** One arm of the corner scroll, along the x axis from the corner. */
function scroll() {
  const stems = [
    tendril(6, 8, 2, 196, { from: 0, to: 0.132, thick: 4.6, thin: 1.3 }),
    tendril(58, 9, -2, 74, { from: 0, to: -0.27, thick: 3.2, thin: 1 }),
    tendril(14, 14, 34, 96, { from: -0.004, to: -0.2, thick: 3.6, thin: 1.1 }),
  ];
  const leaves = [
    [34, 8, -24, 20, 3.4],
    [84, 11, 40, 24, 4],
    [60, 10, 34, 20, 3.4],
  ].map(([x, y, turn, length, width]) =>
    path(leaf(length, width), { transform: `translate(${x} ${y}) rotate(${turn})` }),
  );
  const beads = stems.map(({ end }) => circle(end[0], end[1], 2.4));
  return [stems.map(({ d }) => path(d)), leaves, beads].flat(2).join('');
}

/** Ruled frame with metal scrolls in the corners. */
export function scrolled(w, h, { ink }) {
  const arm = group({ id: 'arm' }, scroll());
  const palm = [
    [45, 44, 6.5],
    [27, 26, 4.4],
    [63, 26, 4.4],
  ].map(([turn, length, width]) =>
    path(leaf(length, width), {
      transform: `translate(12 12) rotate(${turn})${turn > 45 ? ' scale(1 -1)' : ''}`,
    }),
  );
  const corner = group(
    { id: 'corner', fill: 'url(#metal)', transform: 'translate(62 62)' },
    use('arm'),
    use('arm', 'matrix(0 1 1 0 0 0)'),
    palm,
    circle(6, 6, 5),
  );
  const defs = gradient('metal', METAL) + arm + group({ id: 'piece' }, corner);
  const [near, gap] = [58, 236];
  const rules = [
    [gap, near, w - gap, near],
    [gap, h - near, w - gap, h - near],
    [near, gap, near, h - gap],
    [w - near, gap, w - near, h - gap],
  ].map(([x1, y1, x2, y2]) =>
    path(
      polyline([
        [x1, y1],
        [x2, y2],
      ]),
      pen('#b08a3e', 1.2),
    ),
  );
  return file(
    w,
    h,
    [inset(w, h, 32, pen(ink, 7)), inset(w, h, 40.5, pen('#b08a3e', 1.4)), rules, corners(w, h, 'piece')],
    { defs, stretch: true },
  );
}

/** Frame whose corners are cut by quarter circles, like a bookplate. */
export function bookplate(w, h, { ink, soft }) {
  const notched = (by, radius) => {
    const [r, b] = [w - by, h - by];
    const arc = (x, y) => `A${radius} ${radius} 0 0 0 ${x} ${y}`;
    return (
      `M${by + radius} ${by}H${r - radius}${arc(r, by + radius)}V${b - radius}` +
      `${arc(r - radius, b)}H${by + radius}${arc(by, b - radius)}V${by + radius}${arc(by + radius, by)}Z`
    );
  };
  const flower = group(
    { id: 'corner' },
    range(8).map((index) =>
      path(leaf(9.5, 2.6), { fill: ink, transform: `translate(44 44) rotate(${index * 45})` }),
    ),
    circle(44, 44, 14.5, pen(ink, 0.9)),
  );
  return file(
    w,
    h,
    [
      path(notched(36, 30), pen(ink, 5)),
      path(notched(44, 30), pen(ink, 1)),
      path(notched(56, 30), { ...pen(soft, 6) }),
      path(notched(63, 30), pen(ink, 0.8)),
      corners(w, h, 'corner'),
    ],
    { defs: flower, stretch: true },
  );
}

/** Art deco: stepped corners and a fan. */
export function deco(w, h, { ink, metal }) {
  const stepped = (by, step) => {
    const [r, b] = [w - by, h - by];
    const s = step;
    return polygon([
      [by + 2 * s, by],
      [r - 2 * s, by],
      [r - 2 * s, by + s],
      [r - s, by + s],
      [r - s, by + 2 * s],
      [r, by + 2 * s],
      [r, b - 2 * s],
      [r - s, b - 2 * s],
      [r - s, b - s],
      [r - 2 * s, b - s],
      [r - 2 * s, b],
      [by + 2 * s, b],
      [by + 2 * s, b - s],
      [by + s, b - s],
      [by + s, b - 2 * s],
      [by, b - 2 * s],
      [by, by + 2 * s],
      [by + s, by + 2 * s],
      [by + s, by + s],
      [by + 2 * s, by + s],
    ]);
  };
  const rays = range(9).map((index) => {
    const degrees = 5 + index * 10;
    const length = 50 + Math.abs(index - 4) * 8;
    return path(
      polyline([polar(34, 34, 16, degrees), polar(34, 34, length, degrees)]),
      pen(metal, 1.3, { 'stroke-linecap': 'round' }),
    );
  });
  const fan = group(
    { id: 'corner' },
    rays,
    path('M46 34A12 12 0 0 1 34 46V34Z', { fill: metal }),
    path('M50 34A16 16 0 0 1 34 50', pen(metal, 1.2)),
  );
  return file(
    w,
    h,
    [
      inset(w, h, 22, pen(ink, 2.4)),
      inset(w, h, 34, pen(metal, 1.2)),
      path(stepped(50, 34), pen(ink, 1)),
      path(stepped(56, 34), pen(metal, 1.2)),
      corners(w, h, 'corner'),
    ],
    { defs: fan, stretch: true },
  );
}

/** Eightfold stars and crosses in a band. */
export function stars(w, h, { ground, line, deep }) {
  const cell = 37;
  const big = star(cell / 2, 0, 17.4, 13.3, 8, 22.5);
  const small = star(cell / 2, 0, 8.4, 6.4, 8, 22.5);
  const kite = polygon([
    [-5.4, 0],
    [0, -5.4],
    [5.4, 0],
    [0, 5.4],
  ]);
  const tile = group(
    { id: 'tile' },
    path(big, pen(line, 1.3)),
    path(small, { fill: line }),
    path(kite, { fill: line }),
    path('M0 -18.5V-9.5M0 9.5V18.5', pen(line, 1)),
  );
  const corner = group(
    { id: 'corner' },
    rect(30, 30, 48, 48, { fill: deep, stroke: line, 'stroke-width': 1.6 }),
    path(star(54, 54, 21, 16, 8, 22.5), { fill: line }),
    path(star(54, 54, 15.5, 11.8, 8, 22.5), { fill: deep }),
    path(star(54, 54, 10, 7.6, 8, 22.5), { fill: line }),
  );
  const band = `M30 30H${w - 30}V${h - 30}H30ZM78 78V${h - 78}H${w - 78}V78Z`;
  return file(
    w,
    h,
    [
      path(band, { fill: ground }),
      sides(w, h, 'tile', cell, 54, 78),
      corners(w, h, 'corner'),
      inset(w, h, 30, pen(line, 1.6)),
      inset(w, h, 78, pen(line, 1.6)),
      inset(w, h, 84, pen(ground, 1)),
      inset(w, h, 22, pen(ground, 1)),
    ],
    { defs: tile + corner, stretch: true },
  );
}

/** Waves of concentric arcs (seigaiha) in a band, as on formal paper of Japan. */
export function waves(w, h, { ink, paper, soft }) {
  const scale = group(
    { id: 'tile', fill: paper, stroke: ink, 'stroke-width': 0.85 },
    [12, 8.6, 5.2, 1.8].map((r) => path(`M${12 - r} 0A${r} ${r} 0 0 1 ${12 + r} 0`)),
  );
  const corner = group(
    { id: 'corner' },
    rect(34, 34, 32, 32, { fill: ink }),
    rect(38, 38, 24, 24, pen(paper, 1)),
    range(4).map((index) =>
      path(leaf(12, 5), { fill: paper, transform: `translate(50 50) rotate(${45 + index * 90})` }),
    ),
  );
  // Rows lie over each other like tiles of a roof: outer row first, each half a tile on.
  const rows = [
    [53 - 1.5, 66],
    [53 + 5, 78],
    [53 + 11.5, 66],
  ].map(([at, clear]) => sides(w, h, 'tile', 24, at, clear));
  return file(
    w,
    h,
    [
      rows,
      corners(w, h, 'corner'),
      inset(w, h, 34, pen(ink, 2.2)),
      inset(w, h, 66, pen(ink, 1.4)),
      inset(w, h, 71, pen(soft, 3)),
    ],
    { defs: scale + corner, stretch: true },
  );
}
