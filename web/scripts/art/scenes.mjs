// Grounds that tell the occasion: a track, a stage, a meadow, a drawing board, a dial, columns, confetti.

import { leaf, ngon } from './curves.mjs';
import {
  circle,
  element,
  file,
  group,
  num,
  path,
  pen,
  polar,
  polygon,
  range,
  rect,
  smooth,
} from './draw.mjs';
import { noise } from './folk.mjs';

const clip = (id, x, y, w, h) => element('clipPath', { id }, rect(x, y, w, h));

/** Lanes of a running track around the infield, where the words stand. */
export function track(w, h, { infield, ground, line }) {
  const [lanes, width] = [5, 30];
  const [cx, cy] = [w - 448, h / 2];
  const outer = h / 2 + 60;
  const lap = (radius) =>
    `M0 ${num(cy - radius)}H${cx}A${num(radius)} ${num(radius)} 0 0 1 ${cx} ${num(cy + radius)}H0`;
  const boxes = range(lanes).map((index) => {
    const [x, y] = [cx - 130 - index * 62, cy + outer - width * (index + 1)];
    return path(`M${x} ${num(y)}v${width}m-7 0v${-width}`, pen(line, 2));
  });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: infield }),
      path(lap(outer - (lanes * width) / 2 + 200), pen(ground, lanes * width + 400)),
      range(lanes + 1).map((index) => path(lap(outer - index * width), pen(line, 2.6))),
      boxes,
    ],
    { stretch: true },
  );
}

/** Drawn curtains and a valance over an empty stage. */
export function stage(w, h, { cloth, fold, metal, paper, boards }) {
  const hang = (x, width, foot) =>
    `M${num(x)} 0H${num(x + width)}C${num(x + width)} ${h * 0.5} ${num(foot + width)} ${h * 0.7} ${num(foot + width)} ${h - 70}` +
    `H${num(foot)}C${num(foot)} ${h * 0.7} ${num(x)} ${h * 0.5} ${num(x)} 0Z`;
  // Each fold is cloth in the light with a lit edge and its shadow; no gradients, so that it prints alike everywhere.
  const folds = range(5).map((index) => {
    const x = -30 + index * 23;
    const foot = x - 12 * (1 - index / 5);
    return [
      path(hang(x, 23.5, foot), { fill: cloth }),
      path(hang(x, 8, foot), { fill: fold }),
      path(hang(x + 8, 3, foot + 8), { fill: fold, opacity: 0.45 }),
      path(hang(x + 20, 3.5, foot + 20), { fill: fold, opacity: 0.45 }),
    ];
  });
  const side = group({ id: 'side' }, folds);
  const swags = range(5).map((index) => {
    const [x, width] = [(index * w) / 5, w / 5];
    const drop = (depth) => `M${num(x)} 0V34Q${num(x + width / 2)} ${depth} ${num(x + width)} 34V0Z`;
    return [
      path(drop(176), { fill: metal }),
      path(drop(164), { fill: cloth }),
      range(4).map((line) =>
        path(
          `M${num(x + 3)} ${num(12 + line * 5)}Q${num(x + width / 2)} ${44 + line * 27} ${num(x + width - 3)} ${num(12 + line * 5)}`,
          pen(fold, 2, { opacity: 0.75 }),
        ),
      ),
    ];
  });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(0, h - 70, w, 70, { fill: boards }),
      path(
        range(7)
          .map(
            (index) => `M${num(w / 2 + (index - 3) * 96)} ${h - 70}L${num(w / 2 + (index - 3) * 152)} ${h}`,
          )
          .join(''),
        pen(paper, 1, { opacity: 0.3 }),
      ),
      side,
      element('use', { href: '#side', transform: `translate(${w} 0) scale(-1 1)` }),
      swags,
    ],
    { stretch: true },
  );
}

/** Flowers and grasses along the foot of the sheet. */
export function meadow(w, h, { paper, green, deep, blooms, eye }) {
  const blade = (x, height, lean, thick) =>
    path(
      `M${num(x - thick)} ${h}Q${num(x)} ${num(h - height * 0.6)} ${num(x + lean)} ${num(h - height)}Q${num(x + thick * 1.2)} ${num(h - height * 0.55)} ${num(x + thick)} ${h}Z`,
    );
  const grass = (count, tall, fill, seed) =>
    group(
      { fill },
      range(count).map((index) =>
        blade(
          ((index + noise(index + seed) * 0.8) / count) * w,
          tall * (0.5 + noise(index * 3 + seed) * 0.5),
          (noise(index * 7 + seed) - 0.5) * 44,
          3.2,
        ),
      ),
    );
  const heads = [
    (x, y, size, fill) => [
      range(9).map((turn) =>
        path(leaf(size, size * 0.24), {
          fill,
          transform: `translate(${num(x)} ${num(y)}) rotate(${turn * 40})`,
        }),
      ),
      circle(x, y, size * 0.3, { fill: eye }),
    ],
    (x, y, size, fill) =>
      path(
        `M${num(x - size * 0.7)} ${num(y - size)}L${num(x - size * 0.24)} ${num(y - size * 0.55)}L${num(x)} ${num(y - size * 1.05)}L${num(x + size * 0.24)} ${num(y - size * 0.55)}L${num(x + size * 0.7)} ${num(y - size)}C${num(x + size)} ${num(y + size * 0.5)} ${num(x - size)} ${num(y + size * 0.5)} ${num(x - size * 0.7)} ${num(y - size)}Z`,
        { fill },
      ),
    (x, y, size, fill) =>
      range(14).map((turn) => {
        const [ex, ey] = polar(x, y, size, turn * 25.7);
        return [
          path(`M${num(x)} ${num(y)}L${num(ex)} ${num(ey)}`, pen(fill, 1.2)),
          circle(ex, ey, 2.4, { fill }),
        ];
      }),
  ];
  const flowers = range(17).map((index) => {
    const x = 34 + index * ((w - 68) / 16) + (noise(index + 4) - 0.5) * 26;
    // Taller towards the sides, so that the words stand in a clearing.
    const away = Math.abs(x / w - 0.5) * 2;
    const y = h - 62 - away ** 2 * 118 - noise(index * 5) * 34;
    return [
      path(
        `M${num(x)} ${h}Q${num(x + (noise(index) - 0.5) * 30)} ${num((h + y) / 2)} ${num(x)} ${num(y)}`,
        pen(deep, 2.2),
      ),
      path(leaf(26, 6), {
        fill: deep,
        transform: `translate(${num(x)} ${num((h * 2 + y) / 3)}) rotate(${index % 2 ? -40 : -140})`,
      }),
      heads[(index * 2) % 3](x, y, 17 + noise(index * 9) * 9, blooms[index % blooms.length]),
    ];
  });
  return file(
    w,
    h,
    [rect(0, 0, w, h, { fill: paper }), grass(90, 84, green, 1), flowers, grass(80, 52, deep, 9)],
    { stretch: true },
  );
}

/** Drawing board: grid, a gear in front view with its centre lines and a measured length. */
export function blueprint(w, h, { ground, grid, line }) {
  const lines = (step) =>
    path(
      range(Math.ceil(w / step))
        .map((index) => `M${index * step} 0V${h}`)
        .join('') +
        range(Math.ceil(h / step))
          .map((index) => `M0 ${index * step}H${w}`)
          .join(''),
    );
  const [cx, cy] = [w - 236, 300];
  const teeth = polygon(
    range(24).flatMap((index) => {
      const at = index * 15;
      return [
        polar(cx, cy, 138, at - 4.6),
        polar(cx, cy, 160, at - 2.6),
        polar(cx, cy, 160, at + 2.6),
        polar(cx, cy, 138, at + 4.6),
      ];
    }),
  );
  const arrow = (x, turn) =>
    path('M0 0L12 -3.4V3.4Z', { fill: line, transform: `translate(${x} ${cy + 206}) rotate(${turn})` });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: ground }),
      group(pen(grid, 0.6, { opacity: 0.5 }), lines(16)),
      group(pen(grid, 1.1, { opacity: 0.7 }), lines(80)),
      group(
        pen(line, 1.8),
        path(teeth),
        circle(cx, cy, 118),
        circle(cx, cy, 44),
        circle(cx, cy, 26),
        range(6).map((index) => circle(...polar(cx, cy, 81, index * 60), 20)),
      ),
      group(
        pen(line, 1, { 'stroke-dasharray': '22 5 4 5' }),
        path(`M${cx - 176} ${cy}H${cx + 176}M${cx} ${cy - 176}V${cy + 178}`),
        circle(cx, cy, 81),
      ),
      path(
        `M${cx - 160} ${cy + 20}V${cy + 214}M${cx + 160} ${cy + 20}V${cy + 214}M${cx - 160} ${cy + 206}H${cx + 160}`,
        pen(line, 1),
      ),
      arrow(cx - 160, 0),
      arrow(cx + 160, 180),
      rect(48, 48, w - 96, h - 96, pen(line, 2)),
    ],
    { stretch: true },
  );
}

/** Sixty ticks around a dial cut by the corner, with one coloured sector. */
export function dial(w, h, { paper, ink, accent, pale }) {
  const [cx, cy, radius] = [w - 150, 168, 300];
  const tick = (index, from, to) => {
    const [x, y] = polar(cx, cy, from, index * 6 - 90);
    const [ex, ey] = polar(cx, cy, to, index * 6 - 90);
    return `M${num(x)} ${num(y)}L${num(ex)} ${num(ey)}`;
  };
  const [sx, sy] = polar(cx, cy, 196, 90);
  const [ex, ey] = polar(cx, cy, 196, 150);
  const hours = range(12).map((index) => tick(index * 5, radius - 44, radius));
  const minutes = range(60)
    .filter((index) => index % 5)
    .map((index) => tick(index, radius - 20, radius));
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      circle(cx, cy, 236, { fill: pale }),
      path(`M${cx} ${cy}L${num(sx)} ${num(sy)}A196 196 0 0 1 ${num(ex)} ${num(ey)}Z`, { fill: accent }),
      path(hours.join(''), pen(ink, 9)),
      path(minutes.join(''), pen(ink, 2.4)),
      path(tick(40, -30, 226), pen(ink, 7, { 'stroke-linecap': 'round' })),
      path(tick(30, -30, 150), pen(ink, 9, { 'stroke-linecap': 'round' })),
      circle(cx, cy, 15, { fill: ink }),
      circle(cx, cy, 5, { fill: paper }),
    ],
    { stretch: true },
  );
}

/** Two fluted columns under an entablature, in engraver's line. */
export function colonnade(w, h, { ink, paper, shade }) {
  const column = group(
    { id: 'column', ...pen(ink, 1.1) },
    rect(46, 172, 68, 520, { fill: shade, stroke: 'none' }),
    path(
      range(8)
        .map((index) => `M${num(50 + index * 8.57)} 190V686`)
        .join(''),
    ),
    path(
      range(7)
        .map((index) => `M${num(52.4 + index * 8.57)} 190A1.9 1.9 0 0 1 ${num(56.2 + index * 8.57)} 190`)
        .join(''),
    ),
    path(
      range(9)
        .map((index) => `M${num(104 + index * 1.2)} 190V686`)
        .join(''),
      { 'stroke-width': 0.5 },
    ),
    rect(40, 686, 80, 12, { rx: 6, fill: paper }),
    rect(34, 698, 92, 14, { rx: 7, fill: paper }),
    rect(28, 712, 104, 16, { fill: paper }),
    rect(42, 178, 76, 9, { rx: 4, fill: paper }),
    path('M34 154H126V170C126 182 106 182 104 172M34 154V170C34 182 54 182 56 172H104', { fill: paper }),
    [44, 116].map((x) => [
      circle(x, 168, 11, { fill: paper }),
      circle(x, 168, 7),
      circle(x, 168, 3, { fill: ink }),
    ]),
    rect(30, 144, 100, 11, { fill: paper }),
  );
  const teeth = range(76).map((index) => rect(num(36 + (index * (w - 72)) / 76), 76, 8, 9, { fill: ink }));
  const [left, right] = [24, w - 24];
  return file(
    w,
    h,
    [
      column,
      element('use', { href: '#column', transform: `translate(${w} 0) scale(-1 1)` }),
      path(
        `M${left} 58H${right}L${right - 10} 76H${left + 10}ZM${left + 6} 88H${right - 6}M${left + 6} 92H${right - 6}M${left + 6} 140H${right - 6}M${left + 6} 144H${right - 6}M${left + 6} 88V144M${right - 6} 88V144`,
        pen(ink, 1.2),
      ),
      teeth,
      path(`M14 728H${w - 14}V742H14ZM4 742H${w - 4}V758H4Z`, {
        fill: shade,
        stroke: ink,
        'stroke-width': 1.2,
      }),
      range(3).map((index) => path(`M24 ${46 + index * 4}H${w - 24}`, pen(ink, 0.6))),
    ],
    { stretch: true },
  );
}

/** Paper shapes that rain from the head of the sheet and thin out downwards. */
export function confetti(w, h, { paper, colors }) {
  const shapes = [
    (size) => rect(-size, -size * 0.4, size * 2, size * 0.8, { rx: 2 }),
    (size) => circle(0, 0, size * 0.7, {}),
    (size) =>
      path(`M${-size} 0Q${num(-size / 2)} ${num(-size)} 0 0T${size} 0`, {
        fill: 'none',
        'stroke-width': 5,
        'stroke-linecap': 'round',
      }),
    (size) => path(ngon(0, 0, size, 3), {}),
  ];
  const pieces = range(620)
    .map((index) => {
      const [x, y, size] = [noise(index) * w, noise(index + 0.37) * h, 7 + noise(index * 1.7) * 8];
      const [dx, dy] = [Math.abs(x / w - 0.5) * 2, Math.abs(y / h - 0.5) * 2];
      return { index, x, y, size, keep: dx ** 6 + dy ** 6 > 0.62 || y < 84 };
    })
    .filter(({ keep, index, y, x }) => keep && (y < h * 0.6 || noise(index + 0.9) < 0.55) && x > 0)
    .map(({ index, x, y, size }) => {
      const color = colors[index % colors.length];
      return group(
        {
          fill: color,
          stroke: index % 4 === 2 ? color : undefined,
          transform: `translate(${num(x)} ${num(y)}) rotate(${num(noise(index + 0.2) * 180)})`,
        },
        shapes[index % 4](num(size)),
      );
    });
  return file(w, h, [rect(0, 0, w, h, { fill: paper }), pieces], { stretch: true });
}

/** Discs, bars and wedges on one slant, as posters of the 1920s set them. */
export function slant(w, h, { paper, ink, signal, grey }) {
  const [cx, cy] = [w - 196, 300];
  const bar = (x, y, length, thick, fill) => rect(x, y, length, thick, { fill });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      circle(cx, cy, 176, { fill: signal }),
      circle(cx, cy, 92, { fill: paper }),
      circle(cx, cy, 50, { fill: ink }),
      group(
        { transform: `rotate(-52 ${cx} ${cy})` },
        bar(cx - 620, cy + 200, 1000, 44, ink),
        bar(cx - 620, cy + 258, 1000, 12, signal),
        bar(cx - 620, cy + 284, 1000, 6, ink),
        bar(cx - 40, cy - 11, 460, 22, ink),
        path(
          polygon([
            [cx - 300, cy + 186],
            [cx - 60, cy + 186],
            [cx - 300, cy + 128],
          ]),
          { fill: grey },
        ),
      ),
      circle(w - 70, h - 96, 34, { fill: signal }),
    ],
    { stretch: true },
  );
}

/** A raster of dots that grow towards the upper right corner. */
export function raster(w, h, { paper, ink }) {
  const step = 24;
  const dots = range(24 * 12).map((index) => {
    const [column, row] = [index % 24, Math.floor(index / 24)];
    const share = 1 - Math.hypot(column / 19, row / 10) / 0.98;
    if (share <= 0.06) return '';
    const r = num(step * 0.56 * share);
    const [x, y] = [num(w - 12 - column * step - Number(r)), 12 + row * step];
    return `M${x} ${y}a${r} ${r} 0 1 0 ${num(r * 2)} 0a${r} ${r} 0 1 0 ${num(-r * 2)} 0`;
  });
  return file(w, h, [rect(0, 0, w, h, { fill: paper }), path(dots.join(''), { fill: ink })], {
    stretch: true,
  });
}

/** An olive branch along the left edge. */
export function olive(w, h, { paper, field, stem, leaves, fruit }) {
  const at = (share) => [70 + 84 * Math.sin(share * 2.6 + 0.3), h * 1.04 - share * h * 1.0];
  const points = range(17).map((index) => at(index / 16));
  const twigs = range(19).map((index) => {
    const share = 0.04 + index * 0.05;
    const [x, y] = at(share);
    const turn = index % 2 ? -28 - share * 26 : -150 + share * 18;
    const size = 104 - share * 44;
    const place = `translate(${num(x)} ${num(y)}) rotate(${num(turn)})`;
    const [ox, oy] = polar(x, y, 24, turn + (index % 2 ? 52 : -52));
    return [
      path(leaf(size, size * 0.17), {
        fill: leaves[index % leaves.length],
        transform: `${place}${index % 2 ? '' : ' scale(1 -1)'}`,
      }),
      path(`M6 0H${num(size * 0.86)}`, { ...pen(paper, 1, { opacity: 0.6 }), transform: place }),
      index % 4 === 1 &&
        element('ellipse', {
          cx: ox,
          cy: oy,
          rx: 11,
          ry: 14,
          fill: fruit,
          transform: `rotate(${num(turn + 60)} ${num(ox)} ${num(oy)})`,
        }),
    ].filter(Boolean);
  });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(0, 0, 150, h, { fill: field }),
      path(smooth(points), pen(stem, 5, { 'stroke-linecap': 'round' })),
      twigs,
    ],
    { stretch: true },
  );
}

/** Warning stripes at head and foot of a card. */
export function hazard(w, h, { paper, dark, bright }) {
  const stripes = (y, height) =>
    range(Math.ceil(w / 20) + 2).map((index) =>
      path(
        polygon([
          [index * 20 - 20, y + height],
          [index * 20 - 10, y + height],
          [index * 20 - 10 + height, y],
          [index * 20 - 20 + height, y],
        ]),
        { fill: dark },
      ),
    );
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(0, 0, w, 44, { fill: bright }),
      rect(0, h - 9, w, 9, { fill: bright }),
      group({ 'clip-path': 'url(#foot)' }, stripes(h - 9, 9)),
      rect(0, 44, w, 2, { fill: dark }),
    ],
    { defs: clip('foot', 0, h - 9, w, 9), stretch: true },
  );
}

/** Overlapping discs for the head of an upright card. */
export function discs(w, h, { paper, ground, colors, depth }) {
  const spots = [
    [0.08, 0.1, 66],
    [0.9, 0.2, 74],
    [0.42, 0.98, 70],
    [0.98, 1.02, 44],
  ];
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(0, 0, w, depth, { fill: ground }),
      group(
        { 'clip-path': 'url(#head)' },
        spots.map(([x, y, r], index) =>
          circle(w * x, depth * y, r, { fill: colors[index % colors.length], opacity: 0.85 }),
        ),
      ),
    ],
    { defs: clip('head', 0, 0, w, depth), stretch: true },
  );
}
