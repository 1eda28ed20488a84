// Grounds that reach the edge of the sheet: rings, contours, woven fields, rays, facets.

import { rosette } from './curves.mjs';
import { circle, element, file, num, path, pen, polar, range, rect, smooth } from './draw.mjs';

const clip = (id, x, y, w, h) => element('clipPath', { id }, rect(x, y, w, h));

/** Large woven rosettes, cut by the right edge. */
export function orbit(w, h, { ink, paper }) {
  const [cx, cy] = [w + 10, h * 0.5];
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rosette(cx, cy, { radius: 300, amplitude: 62, waves: 36, strands: 6 }, ink, 0.7),
      rosette(cx, cy, { radius: 190, amplitude: 40, waves: 24, strands: 6 }, ink, 0.7),
      rosette(cx, cy, { radius: 104, amplitude: 34, waves: 16, strands: 6 }, ink, 0.7),
      circle(cx, cy, 371, pen(ink, 1.2)),
      circle(cx, cy, 378, pen(ink, 0.6)),
    ],
    { stretch: true },
  );
}

/** Lines of equal height around two summits outside the text. */
export function contour(w, h, { paper, from, to }) {
  const count = 20;
  const level = (index) => {
    const spread = 26 + index * 23;
    const points = range(44).map((step) => {
      const degrees = (step * 360) / 44;
      const a = (degrees * Math.PI) / 180;
      const wobble =
        1 +
        0.16 * Math.sin(2 * a + 0.6 + index * 0.05) +
        0.1 * Math.sin(3 * a + 2.1 - index * 0.07) +
        0.05 * Math.sin(5 * a + 0.4 + index * 0.11);
      return polar(w * 0.985, h * 0.06, spread * wobble, degrees);
    });
    return smooth(points, true);
  };
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      element(
        'g',
        pen('url(#fade)', 1.3),
        range(count)
          .map((index) => path(level(index), { opacity: num(1 - index / (count + 2)) }))
          .join(''),
      ),
    ],
    {
      defs: element(
        'linearGradient',
        { id: 'fade', gradientUnits: 'userSpaceOnUse', x1: w, y1: 0, x2: w * 0.3, y2: h },
        element('stop', { offset: 0, 'stop-color': from }) + element('stop', { offset: 1, 'stop-color': to }),
      ),
      stretch: true,
    },
  );
}

/** Ribbons of parallel threads that open and close, across the head of the sheet. */
export function weave(w, h, { paper, ground, line, depth }) {
  const ribbon = (threads, centre, swing, turn, knots) =>
    range(threads).map((thread) => {
      const points = range(19).map((step) => {
        const share = step / 18;
        const spread = 1.2 + 5.4 * Math.sin(Math.PI * knots * share + turn) ** 2;
        const middle = depth * centre + swing * Math.sin(Math.PI * 2 * share + turn);
        return [share * w, middle + (thread - threads / 2) * spread];
      });
      return smooth(points);
    });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(0, 0, w, depth, { fill: ground }),
      element(
        'g',
        { 'clip-path': 'url(#field)', ...pen(line, 0.8) },
        path(ribbon(24, 0.55, 46, 0.2, 1.5).join('')) +
          path(ribbon(24, 0.45, 58, 2.2, 2).join(''), { opacity: 0.75 }),
      ),
    ],
    { defs: clip('field', 0, 0, w, depth), stretch: true },
  );
}

/** Quarter rings and discs that meet in the corners. */
export function arcs(w, h, { paper, colors: [deep, bright, warm, pale] }) {
  const quarter = (cx, cy, radius, width, color) => circle(cx, cy, radius - width / 2, pen(color, width));
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      quarter(w, h, 330, 66, pale),
      quarter(w, h, 264, 66, bright),
      quarter(w, h, 198, 66, deep),
      circle(w, h, 132, { fill: warm }),
      circle(0, 0, 150, { fill: deep }),
      circle(0, 0, 100, { fill: bright }),
      circle(0, 0, 50, { fill: paper }),
    ],
    { stretch: true },
  );
}

/** Dark ground with fine metal rays from the middle. */
export function rays(w, h, { ground, glow, metal }) {
  const count = 120;
  const [cx, cy] = [w / 2, h / 2];
  // The rays begin on a rounded box around the text, every second one a little later.
  const start = (degrees) => {
    const [x, y] = polar(0, 0, 1, degrees);
    return 1 / ((x / (w * 0.43)) ** 4 + (y / (h * 0.475)) ** 4) ** 0.25;
  };
  const lines = range(count).map((index) => {
    const degrees = (index * 360) / count;
    const [x, y] = polar(cx, cy, start(degrees) * (index % 2 ? 1.05 : 1), degrees);
    const [ex, ey] = polar(cx, cy, w * 0.68, degrees);
    return `M${num(x)} ${num(y)}L${num(ex)} ${num(ey)}`;
  });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: ground }),
      rect(0, 0, w, h, { fill: 'url(#glow)' }),
      path(lines.join(''), pen(metal, 0.9, { opacity: 0.6 })),
    ],
    {
      defs: element(
        'radialGradient',
        { id: 'glow', cx: 0.5, cy: 0.46, r: 0.62 },
        element('stop', { offset: 0, 'stop-color': glow }) +
          element('stop', { offset: 1, 'stop-color': ground }),
      ),
      stretch: true,
    },
  );
}

/** A sun that sinks behind stripes, for a poster. */
export function poster(w, h, { paper, ink, warm, sun }) {
  const split = h * 0.4;
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(0, 0, w, split, { fill: warm }),
      circle(w * 0.82, split, 202, { fill: sun }),
      path(`M${num(w * 0.82 - 202)} ${num(split)}A202 202 0 0 0 ${num(w * 0.82 + 202)} ${split}Z`, {
        fill: ink,
      }),
      range(7).map((index) => rect(0, split + 22 + index * 26, w, 13 - index * 1.6, { fill: paper })),
    ],
    { stretch: true },
  );
}

/**
 * A quilt of discs, quarters and triangles along the left edge. One word a row, one letter a cell:
 * q quarter disc, t triangle, d disc, r rings, p plain; the digits after it are turns and two colours.
 */
const QUILT = [
  'q001 t123 r230',
  't210 d041 q314',
  'd024 q132 t203',
  'r140 t021 q212',
  'q304 p033 d010',
  't132 q240 t314',
  'q021 r014 q130',
  'd043 t201 p022',
];

export function quilt(w, h, { paper, colors }) {
  // Whole pixels, so that neighbours of one colour show no seam.
  const side = Math.ceil(h / QUILT.length);
  const lift = Math.round((side * QUILT.length - h) / 2);
  const motifs = {
    q: (fill) => path(`M0 0H${num(side)}A${num(side)} ${num(side)} 0 0 1 0 ${num(side)}Z`, { fill }),
    t: (fill) => path(`M0 0H${num(side)}L0 ${num(side)}Z`, { fill }),
    d: (fill) => circle(side / 2, side / 2, side * 0.34, { fill }),
    r: (fill) =>
      [0.88, 0.56, 0.24].map((part) =>
        path(
          `M0 ${num(side * part)}A${num(side * part)} ${num(side * part)} 0 0 0 ${num(side * part)} 0`,
          pen(fill, side * 0.16),
        ),
      ),
    p: () => [],
  };
  const cell = (code, column, row) => {
    const [kind, turns, front, back] = code;
    const half = num(side / 2);
    return [
      rect(column * side, row * side - lift, side, side, { fill: colors[back] }),
      element(
        'g',
        {
          transform: `translate(${column * side} ${row * side - lift}) rotate(${turns * 90} ${half} ${half})`,
        },
        [motifs[kind](colors[front])].flat().join(''),
      ),
    ];
  };
  const cells = QUILT.map((line, row) => line.split(' ').map((code, column) => cell(code, column, row)));
  return file(w, h, [rect(0, 0, w, h, { fill: paper }), cells], { stretch: true });
}

/** A coloured head with a fine rosette, for small cards. */
export function card(w, h, { paper, ground, line, depth, vertical }) {
  const field = vertical ? [0, 0, w, depth] : [0, 0, depth, h];
  const [cx, cy] = vertical ? [w * 0.5, 0] : [0, h * 0.5];
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(...field, { fill: ground }),
      element(
        'g',
        { 'clip-path': 'url(#field)' },
        rosette(cx, cy, { radius: 52, amplitude: 12, waves: 20, strands: 4 }, line, 0.45) +
          rosette(cx, cy, { radius: 30, amplitude: 8, waves: 14, strands: 4 }, line, 0.45),
      ),
    ],
    { defs: clip('field', ...field), stretch: true },
  );
}
