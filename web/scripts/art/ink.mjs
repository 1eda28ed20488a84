// Outlines of one ink on a field of 100 by 100: every part is solid and joins the others, a hole is cut out of one part.
// Only M, L, C and Z in absolute numbers, so that a program may scale a path without understanding it.

const KAPPA = 0.5523;
const RADIANS = Math.PI / 180;

const turn = ([x, y], degrees, [cx, cy]) => {
  const [cos, sin] = [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
};
const at = (cx, cy, radius, degrees) => turn([cx + radius, cy], degrees, [cx, cy]);
const range = (count) => Array.from({ length: count }, (_, index) => index);

// A part is a closed outline: a start, and curves of two control points and an end each.
const lineTo = (from, to) => [from, to, to];
const outline = (start, curves) => ({ start, curves });

export function polygon(...points) {
  return outline(points[0], [...points.slice(1), points[0]].map((to, index) => lineTo(points[index], to)));
}

/** A closed curve given as [x, y] for a corner, or [[ax, ay], [bx, by], [x, y]] for a bend to it. */
export function shape(start, ...steps) {
  const curves = [];
  let from = start;
  for (const step of [...steps, start]) {
    const curve = Array.isArray(step[0]) ? step : lineTo(from, step);
    curves.push(curve);
    from = curve[2];
  }
  return outline(start, curves);
}

export function ellipse(cx, cy, rx, ry = rx) {
  const [kx, ky] = [rx * KAPPA, ry * KAPPA];
  return outline([cx + rx, cy], [
    [[cx + rx, cy + ky], [cx + kx, cy + ry], [cx, cy + ry]],
    [[cx - kx, cy + ry], [cx - rx, cy + ky], [cx - rx, cy]],
    [[cx - rx, cy - ky], [cx - kx, cy - ry], [cx, cy - ry]],
    [[cx + kx, cy - ry], [cx + rx, cy - ky], [cx + rx, cy]],
  ]);
}

export function box(x, y, width, height, radius = 0) {
  const r = Math.min(radius, width / 2, height / 2);
  const [right, bottom, k] = [x + width, y + height, r * (1 - KAPPA)];
  if (r === 0) return polygon([x, y], [right, y], [right, bottom], [x, bottom]);
  return shape(
    [x + r, y],
    [right - r, y],
    [[right - k, y], [right, y + k], [right, y + r]],
    [right, bottom - r],
    [[right, bottom - k], [right - k, bottom], [right - r, bottom]],
    [x + r, bottom],
    [[x + k, bottom], [x, bottom - k], [x, bottom - r]],
    [x, y + r],
    [[x, y + k], [x + k, y], [x + r, y]],
  );
}

/** A stroke with round ends through these points. */
export function stroke(width, ...points) {
  const r = width / 2;
  const bars = points.slice(1).map((to, index) => {
    const from = points[index];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [nx, ny] = [(-(to[1] - from[1]) / length) * r, ((to[0] - from[0]) / length) * r];
    return polygon([from[0] + nx, from[1] + ny], [to[0] + nx, to[1] + ny], [to[0] - nx, to[1] - ny], [from[0] - nx, from[1] - ny]);
  });
  return [...bars, ...points.map(([x, y]) => ellipse(x, y, r))];
}

/** A part of a ring, from one angle to another, with round ends. */
export function arc(cx, cy, radius, from, to, width) {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 6));
  const angles = range(steps + 1).map((step) => from + ((to - from) * step) / steps);
  const outer = angles.map((angle) => at(cx, cy, radius + width / 2, angle));
  const inner = angles.toReversed().map((angle) => at(cx, cy, radius - width / 2, angle));
  return [polygon(...outer, ...inner), ellipse(...at(cx, cy, radius, from), width / 2), ellipse(...at(cx, cy, radius, to), width / 2)];
}

/** A ring. */
export const ring = (cx, cy, radius, width) => [ellipse(cx, cy, radius + width / 2), hole(ellipse(cx, cy, radius - width / 2))];

/** A star, or with as much inside as outside a regular polygon. */
export function star(cx, cy, outer, inner, points, first = -90) {
  return polygon(...range(points * 2).map((step) => at(cx, cy, step % 2 ? inner : outer, first + (step * 180) / points)));
}

export const regular = (cx, cy, radius, corners, first = -90) =>
  polygon(...range(corners).map((step) => at(cx, cy, radius, first + (step * 360) / corners)));

/** A disc whose rim bulges in bows. */
export function scallop(cx, cy, radius, bows, depth) {
  const points = range(bows).map((step) => at(cx, cy, radius, (step * 360) / bows - 90));
  const bend = (step, side) => at(cx, cy, radius + depth, ((step + side) * 360) / bows - 90);
  return shape(points[0], ...range(bows).map((step) => [bend(step, 0.18), bend(step, 0.82), points[(step + 1) % bows]]));
}

/** A gear wheel without its hole. */
export function gear(cx, cy, outer, inner, teeth) {
  const part = 360 / teeth;
  const points = range(teeth).flatMap((tooth) =>
    [
      [-0.3, inner],
      [-0.2, outer],
      [0.2, outer],
      [0.3, inner],
    ].map(([side, radius]) => at(cx, cy, radius, (tooth + side) * part - 90)),
  );
  return polygon(...points);
}

export const hole = (part) => ({ ...part, hole: true });

const mapped = (part, change) => ({
  ...part,
  start: change(part.start),
  curves: part.curves.map((curve) => curve.map(change)),
});
export const rotate = (degrees, parts, center = [50, 50]) =>
  [parts].flat(4).map((part) => mapped(part, (point) => turn(point, degrees, center)));
export const mirror = (parts) => [parts].flat(4).map((part) => mapped(part, ([x, y]) => [100 - x, y]));
export const shift = (dx, dy, parts) => [parts].flat(4).map((part) => mapped(part, ([x, y]) => [x + dx, y + dy]));

function area({ start, curves }) {
  const points = [start, ...curves.flat()];
  return points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function reversed(part) {
  const starts = [part.start, ...part.curves.map(([, , end]) => end)];
  const curves = part.curves.map(([a, b], index) => [b, a, starts[index]]).toReversed();
  return { ...part, start: starts.at(-1), curves };
}

const num = (value) => String(Math.round(value * 10) / 10 || 0);
const pair = ([x, y]) => `${num(x)} ${num(y)}`;
const straight = (from, [a, b, to]) => a === from && b === to;

function written({ start, curves }) {
  let from = start;
  const steps = curves.map((curve) => {
    const [a, b, to] = curve;
    const step = straight(from, curve) || (pair(a) === pair(from) && pair(b) === pair(to)) ? `L${pair(to)}` : `C${pair(a)} ${pair(b)} ${pair(to)}`;
    from = to;
    return step;
  });
  return `M${pair(start)}${steps.join('')}Z`;
}

/** The path of all parts: solid ones run one way round, holes the other. */
export const inked = (...parts) =>
  parts
    .flat(5)
    .map((part) => written(area(part) > 0 === !part.hole ? part : reversed(part)))
    .join('');
