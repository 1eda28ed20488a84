// Ornament with a home: stitches, Greek key, arches, lotus petals, lattice, striped silk, stone waves, broken tiles.

import { leaf, star, tendril } from './curves.mjs';
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
  use,
} from './draw.mjs';
import { corners, inset, sides } from './frames.mjs';

/** Repeatable noise between 0 and 1, so that a drawing looks scattered and is the same every time. */
export const noise = (seed) => {
  const wild = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
  return wild - Math.floor(wild);
};

/** Colour of one cross stitch, counted from the middle of a diamond; empty where the cloth shows. */
function stitchAt(dx, dy) {
  const [far, near] = [Math.max(dx, dy), Math.min(dx, dy)];
  const sum = dx + dy;
  if (sum === 0) return 'dark';
  if (sum <= 5 && near > 0 && far < 4 && far !== near) return 'bright';
  if (near === 0 && far < 5 && far > 1) return 'dark';
  if (sum === 7) return 'bright';
  if (sum === 9) return 'dark';
  return sum > 10 && (dx === 6 || dy === 8) ? 'bright' : undefined;
}

/** Two bands of cross stitch from head to foot, as on an embroidered towel. */
export function stitch(w, h, { bright, dark, paper }) {
  const cell = h / (7 * 16);
  const cross = (column, row) => {
    const [x, y, size] = [column * cell, row * cell, cell * 0.78];
    const at = (px, py) => `${num(px)} ${num(py)}`;
    return `M${at(x, y)}L${at(x + size, y + size)}M${at(x + size, y)}L${at(x, y + size)}`;
  };
  const paint = (wanted) =>
    range(13 * 16)
      .map((index) => [index % 13, Math.floor(index / 13)])
      .filter(([column, row]) => stitchAt(Math.abs(column - 6), Math.abs(row - 8)) === wanted)
      .map(([column, row]) => cross(column, row))
      .join('');
  const edge = range(16)
    .map((row) => cross(-2, row) + cross(14, row))
    .join('');
  const tile = group(
    { id: 'tile' },
    path(paint('bright') + edge, pen(bright, 2)),
    path(paint('dark'), pen(dark, 2)),
  );
  const band = (left) =>
    range(7).map((index) => use('tile', `translate(${num(left)} ${num(index * 16 * cell + 0.8)})`));
  return file(w, h, [rect(0, 0, w, h, { fill: paper }), band(52), band(w - 52 - 13 * cell)], {
    defs: tile,
    stretch: true,
  });
}

/** Greek key between rules, a palmette in each corner. */
export function meander(w, h, { ink, paper }) {
  const unit = 4.5;
  const key = 'M0 6V0H6V5H2V2.2H4M0 6H8'.replace(/[\d.]+/g, (part) => num(part * unit));
  const tile = path(key, { id: 'tile', ...pen(ink, 2.5), transform: `translate(0 ${-3 * unit})` });
  const corner = group(
    { id: 'corner' },
    rect(38, 38, 40, 40, { fill: ink }),
    range(8).map((index) =>
      path(leaf(15, 5), { fill: paper, transform: `translate(58 58) rotate(${index * 45})` }),
    ),
    circle(58, 58, 3, { fill: ink }),
  );
  return file(
    w,
    h,
    [
      sides(w, h, 'tile', 8 * unit, 58, 78),
      inset(w, h, 38, pen(ink, 1.6)),
      inset(w, h, 78, pen(ink, 1.6)),
      inset(w, h, 84, pen(ink, 0.6)),
      corners(w, h, 'corner'),
    ],
    { defs: group({ id: 'keys' }, tile) + corner, stretch: true },
  );
}

/** A wall of stars with one pointed arch, open on the paper. */
export function arcade(w, h, { ground, line, paper }) {
  const arch = (by, rise) => {
    const [left, right, foot] = [by, w - by, h - by];
    const half = (right - left) / 2;
    return (
      `M${left} ${foot}V${rise + 260}C${left} ${rise + 130} ${num(left + half * 0.62)} ${rise + 92} ${w / 2} ${rise}` +
      `C${num(right - half * 0.62)} ${rise + 92} ${right} ${rise + 130} ${right} ${rise + 260}V${foot}Z`
    );
  };
  const step = 56;
  const cell = group(
    { id: 'cell' },
    path(star(28, 28, 21, 16, 8, 22.5)),
    path(star(28, 28, 9, 7, 8, 22.5)),
    path('M28 0V7M28 49V56M0 28H7M49 28H56M0 0L13 13M56 0L43 13M0 56L13 43M56 56L43 43'),
  );
  const [columns, rows] = [Math.ceil(w / step) + 1, Math.ceil(h / step)];
  const left = w / 2 - (columns * step) / 2;
  const wall = range(columns * rows)
    .map((index) => [index % columns, Math.floor(index / columns)])
    .filter(([column, row]) => row < 7 || column < 2 || column > columns - 3 || row > rows - 3)
    .map(([column, row]) => use('cell', `translate(${num(left + column * step)} ${row * step})`));
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: ground }),
      group(pen(line, 1.1, { opacity: 0.75 }), wall),
      path(arch(50, 62), { fill: ground, stroke: line, 'stroke-width': 2 }),
      path(arch(58, 76), { fill: paper }),
      path(arch(67, 92), pen(ground, 1.2)),
    ],
    { defs: cell, stretch: true },
  );
}

const petals = (cx, cy, radius, count, length, width, attributes, turn = 0) =>
  range(count).map((index) => {
    const degrees = turn + (index * 360) / count;
    const [x, y] = polar(cx, cy, radius, degrees);
    const side = (sign) =>
      `${num(length * 0.3)} ${num(sign * width)} ${num(length * 0.72)} ${num(sign * width * 0.7)}`;
    return path(
      `M0 0C${side(-1)} ${num(length)} 0C${num(length * 0.72)} ${num(width * 0.7)} ${num(length * 0.3)} ${num(width)} 0 0Z`,
      {
        ...attributes,
        transform: `translate(${num(x)} ${num(y)}) rotate(${num(degrees)})`,
      },
    );
  });

/** Half a mandala of marigold petals, at the left edge. */
export function mandala(w, h, { paper, ground, colors: [deep, warm, gold, pale] }) {
  const [cx, cy] = [0, h / 2];
  const dots = (radius, count, size, fill) =>
    range(count).map((index) => circle(...polar(cx, cy, radius, (index * 360) / count), size, { fill }));
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(0, 0, 58, h, { fill: ground }),
      petals(cx, cy, 250, 32, 84, 20, { fill: ground }),
      petals(cx, cy, 236, 32, 84, 17, { fill: warm }, 5.625),
      circle(cx, cy, 262, { fill: ground }),
      dots(250, 64, 4, gold),
      petals(cx, cy, 168, 24, 72, 20, { fill: gold }),
      petals(cx, cy, 176, 24, 46, 12, { fill: deep }),
      circle(cx, cy, 172, { fill: deep }),
      dots(160, 48, 3.4, pale),
      petals(cx, cy, 90, 16, 62, 18, { fill: warm }, 11.25),
      petals(cx, cy, 90, 16, 52, 13, { fill: gold }),
      circle(cx, cy, 92, { fill: ground }),
      circle(cx, cy, 82, pen(gold, 3)),
      petals(cx, cy, 20, 12, 50, 13, { fill: pale }, 15),
      circle(cx, cy, 26, { fill: gold }),
    ],
    { stretch: true },
  );
}

/** A row of lotus petals around the sheet, flames in the corners. */
export function lotus(w, h, { ink, metal, paper }) {
  const petal = (height, half) =>
    `M0 0C${-half} ${-height * 0.3} ${-half * 0.7} ${-height * 0.7} 0 ${-height}C${half * 0.7} ${-height * 0.7} ${half} ${-height * 0.3} 0 0Z`;
  const tile = group(
    { id: 'tile' },
    path(petal(22, 16), { fill: metal, transform: 'translate(15 12)' }),
    path(petal(15, 9), { fill: paper, transform: 'translate(15 12)' }),
    path(petal(9, 5), { fill: ink, transform: 'translate(15 12)' }),
    path(petal(13, 6), { fill: ink, transform: 'translate(0 12)' }),
    path(petal(13, 6), { fill: ink, transform: 'translate(30 12)' }),
  );
  const flames = [
    tendril(0, 0, 45, 84, { from: -0.006, to: 0.11, thick: 9, thin: 1 }),
    tendril(2, 2, 12, 82, { from: 0.004, to: 0.1, thick: 7, thin: 1 }),
    tendril(2, 2, 2, 44, { from: 0, to: -0.1, thick: 5, thin: 1 }),
  ].map(({ d }) => path(d));
  const arm = group({ id: 'arm' }, flames, path(leaf(34, 8), { transform: 'translate(30 8) rotate(20)' }));
  const corner = group(
    { id: 'corner' },
    rect(34, 34, 34, 34, { fill: ink }),
    petals(51, 51, 0, 8, 14, 4.6, { fill: paper }, 22.5),
    circle(51, 51, 3.4, { fill: metal }),
    group({ fill: metal, transform: 'translate(86 86)' }, use('arm'), use('arm', 'matrix(0 1 1 0 0 0)')),
  );
  return file(
    w,
    h,
    [
      inset(w, h, 28, pen(metal, 1.2)),
      inset(w, h, 34, pen(ink, 2)),
      sides(w, h, 'tile', 30, 52, 68),
      inset(w, h, 68, pen(ink, 2)),
      inset(w, h, 74, pen(metal, 1.2)),
      corners(w, h, 'corner'),
    ],
    { defs: tile + arm + corner, stretch: true },
  );
}

/** Red lacquer with window lattice at head and foot, and a gilt frame with fretted corners. */
export function lattice(w, h, { ground, light, metal }) {
  const tile = path('M0 0H46V46H0ZM9 0V37H37V9H18V28H28V18M0 46L9 37M46 0L37 9', {
    id: 'tile',
    ...pen(light, 2.4),
  });
  const band = (at, flip) =>
    range(Math.ceil(w / 92) + 1).map((index) => {
      const x = num(w / 2 + (index - Math.ceil(w / 92) / 2) * 92);
      return [
        use('tile', `translate(${x} ${at}) scale(-1 ${flip})`),
        use('tile', `translate(${x} ${at}) scale(1 ${flip})`),
      ];
    });
  const corner = path('M44 150V44H150M44 120H56V56H120V44M56 108H68V68H108V56M68 92H80V80H92V68', {
    id: 'fret',
    ...pen(metal, 2),
    transform: 'translate(32 32)',
  });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: ground }),
      group({ opacity: 0.55 }, band(0, 1), band(h, -1)),
      inset(w, h, 62, pen(metal, 3)),
      path(
        `M196 76H${w - 196}M196 ${h - 76}H${w - 196}M76 196V${h - 196}M${w - 76} 196V${h - 196}`,
        pen(metal, 1.4),
      ),
      corners(w, h, 'corner'),
    ],
    { defs: tile + group({ id: 'corner' }, corner), stretch: true },
  );
}

/** Stripes of coloured silk across the head, a thin hem of the same at the foot. */
export function silk(w, h, { paper, colors, depth }) {
  const widths = [34, 16, 26, 10, 40, 20, 12, 30, 18, 24];
  const total = widths.reduce((sum, each) => sum + each, 0);
  const stripes = (y, height) => {
    let x = 0;
    return range(Math.ceil(w / total) * widths.length)
      .map((index) => {
        const width = widths[index % widths.length];
        x += width;
        return (
          x - width < w &&
          rect(x - width, y, Math.min(width, w - x + width) + 0.4, height, {
            fill: colors[index % colors.length],
          })
        );
      })
      .filter(Boolean);
  };
  return file(w, h, [rect(0, 0, w, h, { fill: paper }), stripes(0, depth), stripes(h - 26, 26)], {
    stretch: true,
  });
}

/** The waves of a stone pavement by the sea, along the foot. */
export function pavement(w, h, { paper, stone, depth }) {
  const length = w / 3.5;
  const wave = (top, swing, thick) => {
    const crest = (offset) =>
      range(43).map((step) => {
        const x = (step / 42) * w;
        const angle = (x / length) * 2 * Math.PI;
        return [x, top + offset + swing * Math.sin(angle + 0.55 * Math.cos(angle))];
      });
    return `${smooth(crest(0))}L${smooth(crest(thick).reverse()).slice(1)}Z`;
  };
  const row = depth / 4;
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      range(6).map((index) => path(wave(h - depth + index * row + 34, 34, row * 0.5), { fill: stone })),
    ],
    { stretch: true },
  );
}

/** Broken tiles set around a sun, across the head. */
export function mosaic(w, h, { paper, grout, rings, depth }) {
  const size = 38;
  const [columns, rows] = [Math.ceil(w / size) + 2, Math.ceil(depth / size) + 2];
  const knot = (column, row) => {
    const seed = column * 57 + row * 131;
    return [
      (column - 1 + (noise(seed) - 0.5) * 0.62) * size,
      (row - 1 + (noise(seed + 0.5) - 0.5) * 0.62) * size,
    ];
  };
  const [sx, sy] = [w * 0.72, depth * 0.98];
  const shard = (points, seed) => {
    const cx = points.reduce((sum, [x]) => sum + x, 0) / points.length;
    const cy = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
    const place = Math.hypot(cx - sx, cy - sy) / 62;
    const shades = rings[Math.min(rings.length - 1, Math.floor(place))];
    const inner = points.map(([x, y]) => [cx + (x - cx) * 0.88, cy + (y - cy) * 0.88]);
    return path(polygon(inner), { fill: shades[Math.floor(noise(seed) * shades.length)] });
  };
  const shards = range(columns * rows).map((index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [a, b, c, d] = [
      knot(column, row),
      knot(column + 1, row),
      knot(column + 1, row + 1),
      knot(column, row + 1),
    ];
    if (noise(index + 0.3) < 0.45) return shard([a, b, c, d], index);
    return noise(index) < 0.5
      ? [shard([a, b, c], index), shard([a, c, d], index + 0.7)]
      : [shard([a, b, d], index), shard([b, c, d], index + 0.7)];
  });
  return file(
    w,
    h,
    [
      rect(0, 0, w, h, { fill: paper }),
      rect(0, 0, w, depth, { fill: grout }),
      group({ 'clip-path': 'url(#field)' }, shards),
    ],
    { defs: element('clipPath', { id: 'field' }, rect(0, 0, w, depth)), stretch: true },
  );
}

/** A vine with leaves and buds that grows along two corners. */
export function vine(w, h, { leafColor, stem, bloom }) {
  const shoots = [
    tendril(0, 0, 0, 344, { from: 0, to: 0.016, power: 6, thick: 4.4, thin: 1.4 }),
    tendril(40, 0, 24, 150, { from: 0.002, to: 0.105, thick: 3.4, thin: 1 }),
    tendril(150, 0, 26, 120, { from: -0.004, to: 0.13, thick: 3, thin: 1 }),
    tendril(250, 0, 22, 92, { from: 0, to: 0.16, thick: 2.6, thin: 1 }),
    tendril(100, 0, -20, 66, { from: 0, to: 0.2, thick: 2.6, thin: 0.9 }),
    tendril(200, 0, -20, 58, { from: 0, to: 0.22, thick: 2.4, thin: 0.9 }),
  ];
  const leaves = range(7).map((index) => {
    const x = 30 + index * 43;
    const turn = index % 2 ? -42 : 44;
    return path(leaf(30 - index * 1.4, 8), {
      transform: `translate(${x} 0) rotate(${turn})${turn > 0 ? ' scale(1 -1)' : ''}`,
    });
  });
  const flower = ([x, y], size) =>
    group(
      { fill: bloom },
      petals(x, y, 0, 6, size, size * 0.36, {}),
      circle(x, y, size * 0.24, { fill: stem }),
    );
  const arm = group(
    { id: 'arm' },
    group(
      { fill: stem },
      shoots.map(({ d }) => path(d)),
    ),
    group({ fill: leafColor }, leaves),
    shoots.slice(1, 4).map(({ end }, index) => flower(end, 11 - index * 2)),
  );
  const corner = group(
    { id: 'corner' },
    use('arm', 'translate(48 48)'),
    use('arm', 'matrix(0 1 1 0 48 48)'),
    flower([48, 48], 20),
  );
  return file(
    w,
    h,
    [
      path(`M440 48H${w - 48}V${h - 440}M48 440V${h - 48}H${w - 440}`, pen(stem, 1.4)),
      use('corner'),
      use('corner', `rotate(180 ${w / 2} ${h / 2})`),
    ],
    { defs: arm + corner, stretch: true },
  );
}
