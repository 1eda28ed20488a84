// Curves of the engraver: rosettes, woven bands, scalloped edges, spirals.

import { group, num, path, pen, polar, polygon, range, smooth, use } from './draw.mjs';

/** A ring that swings in and out. */
function ring(cx, cy, radius, amplitude, waves) {
  const steps = Math.max(24, waves * 8);
  const points = range(steps).map((step) => {
    const degrees = (step * 360) / steps;
    const wave = Math.cos((degrees * waves * Math.PI) / 180);
    return polar(cx, cy, radius + amplitude * wave, degrees);
  });
  return smooth(points, true);
}

/** One ring and its copies, each turned by a part of a wave: the woven rosette of banknotes. */
export function rosette(cx, cy, { radius, amplitude, waves, strands }, color, width) {
  const id = `ring${[cx, cy, radius, waves].map(Math.round).join('-')}`;
  const copies = range(strands - 1).map((index) =>
    use(id, `rotate(${num(((index + 1) * 360) / strands / waves)} ${num(cx)} ${num(cy)})`),
  );
  return group(pen(color, width), path(ring(cx, cy, radius, amplitude, waves), { id }), copies);
}

/** A repeatable piece of braid, `length` long and centred on y = 0. */
export function braid(length, amplitude, strands, waves = 1) {
  const steps = 8 * waves;
  return range(strands)
    .map((strand) => {
      const phase = (strand * 2 * Math.PI) / strands;
      // One step more on either side keeps the tangents equal where pieces meet.
      const points = range(steps + 3).map((step) => {
        const share = (step - 1) / steps;
        return [share * length, amplitude * Math.sin(2 * Math.PI * waves * share + phase)];
      });
      return inner(points);
    })
    .join('');
}

/** Like `smooth`, but the first and last points only steer the tangents. */
function inner(points) {
  let d = `M${num(points[1][0])} ${num(points[1][1])}`;
  for (let index = 1; index < points.length - 2; index += 1) {
    const [before, from, to, after] = points.slice(index - 1, index + 3);
    d += `C${num(from[0] + (to[0] - before[0]) / 6)} ${num(from[1] + (to[1] - before[1]) / 6)} `;
    d += `${num(to[0] - (after[0] - from[0]) / 6)} ${num(to[1] - (after[1] - from[1]) / 6)} `;
    d += `${num(to[0])} ${num(to[1])}`;
  }
  return d;
}

/** A circle with `count` round bumps. */
export function scallop(cx, cy, radius, count) {
  const points = range(count).map((index) => polar(cx, cy, radius, (index * 360) / count));
  const bump = num(radius * Math.sin(Math.PI / count) * 1.02);
  const [x, y] = points[0];
  const arcs = [...points.slice(1), points[0]].map(
    (point) => `A${bump} ${bump} 0 0 1 ${num(point[0])} ${num(point[1])}`,
  );
  return `M${num(x)} ${num(y)}${arcs.join('')}Z`;
}

export const star = (cx, cy, outer, inside, points, turn = -90) =>
  polygon(
    range(points * 2).map((index) =>
      polar(cx, cy, index % 2 ? inside : outer, turn + (index * 180) / points),
    ),
  );

export const ngon = (cx, cy, radius, sides, turn = -90) =>
  polygon(range(sides).map((index) => polar(cx, cy, radius, turn + (index * 360) / sides)));

/**
 * A tapered stroke whose curvature grows along its way: a stem that ends in a curl.
 * Returns the outline and the end point, where a bead can sit.
 */
export function tendril(x, y, heading, length, { from, to, power = 2, thick, thin }) {
  const steps = 40;
  const left = [];
  const right = [];
  let angle = (heading * Math.PI) / 180;
  let [px, py] = [x, y];
  for (const step of range(steps + 1)) {
    const share = step / steps;
    const half = (thick + (thin - thick) * share) / 2;
    left.push([px - Math.sin(angle) * half, py + Math.cos(angle) * half]);
    right.push([px + Math.sin(angle) * half, py - Math.cos(angle) * half]);
    angle += ((from + (to - from) * share ** power) * length) / steps;
    px += (Math.cos(angle) * length) / steps;
    py += (Math.sin(angle) * length) / steps;
  }
  return { d: smooth([...left, ...right.reverse()], true), end: [px, py] };
}

/** A pointed leaf of length 1 along the x axis; scale it with a transform. */
export const leaf = (length, width) =>
  `M0 0C${num(length * 0.25)} ${num(-width)} ${num(length * 0.7)} ${num(-width * 0.9)} ${num(length)} 0` +
  `C${num(length * 0.7)} ${num(width * 0.55)} ${num(length * 0.25)} ${num(width * 0.6)} 0 0Z`;
