import type { DisplayItem, PathItem, Rect } from '../../layout/display';
import { luminance, mixColor } from '../../primitives/color';
import { LINE_DEFAULTS, type LineBlock } from './block';

/** The box of a line, with its length and thickness. */
type Bar = { vertical: boolean; x: number; y: number; length: number; thickness: number };

const short = (value: number) => Number(value.toFixed(3));

function barOf(block: LineBlock, frame: Rect): Bar {
  const thickness = block.line_width ?? LINE_DEFAULTS.line_width;
  const vertical = (block.orientation ?? LINE_DEFAULTS.orientation) === 'vertical';
  return vertical
    ? { vertical, x: frame.x + (frame.width - thickness) / 2, y: frame.y, length: frame.height, thickness }
    : { vertical, x: frame.x, y: frame.y + (frame.height - thickness) / 2, length: frame.width, thickness };
}

/** Returns a part of the bar, given along and across its direction. */
function part(bar: Bar, from: number, length: number, offset: number, thickness: number): Rect {
  return bar.vertical
    ? { x: bar.x + offset, y: bar.y + from, width: thickness, height: length }
    : { x: bar.x + from, y: bar.y + offset, width: length, height: thickness };
}

function stripe(bar: Bar, offset: number, thickness: number, fill: string): DisplayItem {
  return { kind: 'rect', ...part(bar, 0, bar.length, offset, thickness), fill };
}

/** Distributes marks over the bar with one at each end and gaps as close as possible to the given gap. */
function spread(bar: Bar, mark: number, gap: number): number[] {
  if (bar.length <= mark) return [0];
  const gaps = Math.max(1, Math.round((bar.length - mark) / (mark + gap)));
  return Array.from({ length: gaps + 1 }, (_, i) => (i * (bar.length - mark)) / gaps);
}

function dashes(bar: Bar, fill: string): PathItem {
  const mark = Math.min(bar.thickness * 3, bar.length);
  const boxes = spread(bar, mark, bar.thickness * 2).map((from) => {
    const box = part(bar, from, mark, 0, bar.thickness);
    return `M${short(box.x)} ${short(box.y)}h${short(box.width)}v${short(box.height)}h${-short(box.width)}z`;
  });
  return { kind: 'path', d: boxes.join(''), fill };
}

function dots(bar: Bar, fill: string): PathItem {
  const r = short(bar.thickness / 2);
  const circles = spread(bar, bar.thickness, bar.thickness).map((from) => {
    const box = part(bar, from, bar.thickness, 0, bar.thickness);
    const turn = `a${r} ${r} 0 1 1`;
    return `M${short(box.x)} ${short(box.y + bar.thickness / 2)}${turn} ${2 * r} 0${turn} ${-2 * r} 0z`;
  });
  return { kind: 'path', d: circles.join(''), fill };
}

/** Returns the dark and the light colour of a bevel. Black has no darker shade, so its light side is brightened instead. */
export function bevelShades(color: string): { dark: string; light: string } {
  return luminance(color) < 0.05
    ? { dark: color, light: mixColor(color, '#ffffff', 0.4) }
    : { dark: mixColor(color, '#000000', 0.4), light: color };
}

/** Lays a line block out as primitives, so that every painter draws the eight styles the same way. */
export function layoutLine(block: LineBlock, frame: Rect): DisplayItem[] {
  const bar = barOf(block, frame);
  const color = block.color ?? LINE_DEFAULTS.color;
  const { dark, light } = bevelShades(color);
  const { thickness } = bar;
  const halves = (first: string, second: string) => [
    stripe(bar, 0, thickness / 2, first),
    stripe(bar, thickness / 2, thickness / 2, second),
  ];
  switch (block.line_style ?? LINE_DEFAULTS.line_style) {
    case 'solid':
      return [stripe(bar, 0, thickness, color)];
    case 'double':
      return [stripe(bar, 0, thickness / 3, color), stripe(bar, (thickness * 2) / 3, thickness / 3, color)];
    case 'dashed':
      return [dashes(bar, color)];
    case 'dotted':
      return [dots(bar, color)];
    case 'groove':
      return halves(dark, light);
    case 'ridge':
      return halves(light, dark);
    case 'inset':
      return [stripe(bar, 0, thickness, dark)];
    case 'outset':
      return [stripe(bar, 0, thickness, light)];
  }
}
