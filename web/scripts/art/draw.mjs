// Small drawing vocabulary: numbers, paths and elements of an SVG file.

const RADIANS = Math.PI / 180;

export const num = (value) => String(Math.round(value * 100) / 100 || 0);
const pair = ([x, y]) => `${num(x)} ${num(y)}`;

/** Point on a circle; 0 degrees is to the right, angles run clockwise. */
export const polar = (cx, cy, radius, degrees) => [
  cx + radius * Math.cos(degrees * RADIANS),
  cy + radius * Math.sin(degrees * RADIANS),
];

export const range = (count) => Array.from({ length: count }, (_, index) => index);

export const polygon = (points) => `M${points.map(pair).join('L')}Z`;
export const polyline = (points) => `M${points.map(pair).join('L')}`;

/** Curve through all points (Catmull-Rom turned into cubic segments). */
export function smooth(points, closed = false) {
  const count = points.length;
  const pick = (index) =>
    closed ? points[(index + count) % count] : points[Math.max(0, Math.min(count - 1, index))];
  let path = `M${pair(points[0])}`;
  for (const index of range(closed ? count : count - 1)) {
    const [before, from, to, after] = [-1, 0, 1, 2].map((step) => pick(index + step));
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    path += `C${pair(first)} ${pair(second)} ${pair(to)}`;
  }
  return closed ? `${path}Z` : path;
}

export function element(name, attributes, body = '') {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? num(value) : value}"`)
    .join('');
  return body ? `<${name}${written}>${body}</${name}>` : `<${name}${written}/>`;
}

export const path = (d, attributes) => element('path', { d, ...attributes });
export const circle = (cx, cy, r, attributes) => element('circle', { cx, cy, r, ...attributes });
export const rect = (x, y, width, height, attributes) =>
  element('rect', { x, y, width, height, ...attributes });
export const group = (attributes, ...parts) => element('g', attributes, parts.flat(3).join(''));
export const use = (id, transform) => element('use', { href: `#${id}`, transform });

/** Paint without a fill, `width` px wide. */
export const pen = (stroke, width, more = {}) => ({
  fill: 'none',
  stroke,
  'stroke-width': width,
  ...more,
});

export function gradient(id, stops, { x1 = 0, y1 = 0, x2 = 1, y2 = 1 } = {}) {
  const body = stops
    .map(([offset, color, opacity]) =>
      element('stop', { offset, 'stop-color': color, 'stop-opacity': opacity }),
    )
    .join('');
  return element('linearGradient', { id, x1, y1, x2, y2 }, body);
}

export const METAL = [
  [0, '#8a6420'],
  [0.28, '#d9b45c'],
  [0.5, '#f3dea0'],
  [0.72, '#c99a3f'],
  [1, '#86601c'],
];

/** A whole file. Full-page art stretches with the page box, everything else keeps its shape. */
export function file(width, height, body, { defs = '', stretch = false } = {}) {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${num(width)} ${num(height)}`,
    preserveAspectRatio: stretch ? 'none' : undefined,
  };
  const content = [body].flat(5).join('');
  return `${element('svg', attributes, (defs ? `<defs>${defs}</defs>` : '') + content)}\n`;
}
