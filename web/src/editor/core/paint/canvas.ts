import { cssFont } from '../fonts/face';
import { kerningOf } from '../fonts/kerning';
import { letterSpacingOf } from '../fonts/spacing';
import { codePath } from '../layout/code';
import {
  type DisplayItem,
  type EllipseItem,
  type ImageItem,
  type LineItem,
  paintedParts,
  type RectItem,
} from '../layout/display';
import { canvasText } from '../layout/parts';

type Context = CanvasRenderingContext2D;
export type FindImage = (href: string) => CanvasImageSource | undefined;

/** Paints a display list on a canvas. Every letter is at the same position as in the output of the SVG painter. */
export function paintCanvas(context: Context, items: readonly DisplayItem[], findImage: FindImage): void {
  context.textRendering = 'geometricPrecision';
  context.textBaseline = 'alphabetic';
  context.textAlign = 'start';
  for (const item of items) paintItem(context, item, findImage);
}

function paintItem(context: Context, item: DisplayItem, findImage: FindImage): void {
  if (item.kind === 'line') paintLine(context, item);
  else if (item.kind === 'image') paintImage(context, item, findImage);
  else if (item.kind === 'path' || item.kind === 'code') {
    context.fillStyle = item.fill;
    context.fill(new Path2D(item.kind === 'path' ? item.d : codePath(item)));
  } else paintShape(context, item);
}

/**
 * Chromium snaps horizontal text to whole screen px, up to half a px away from its position in print. It does not snap text
 * with at least this slope, in screen px per page px, and it ignores a smaller one.
 */
const OUT_OF_LEVEL = 0.0005;

/** Tilts a line about its centre, by so little that its ends move by less than a quarter of a px. */
function tilt(context: Context, { x, width, dir }: LineItem): void {
  const slope = OUT_OF_LEVEL / context.getTransform().d;
  const middle = dir === 'rtl' ? x - width / 2 : x + width / 2;
  context.transform(1, slope, 0, 1, 0, -slope * middle);
}

function paintLine(context: Context, line: LineItem): void {
  context.save();
  tilt(context, line);
  context.font = cssFont(line.face, line.size);
  context.fontKerning = kerningOf(line.text);
  context.letterSpacing = letterSpacingOf(line.face);
  context.wordSpacing = `${line.wordSpacing}px`;
  context.fillStyle = line.fill;
  for (const part of paintedParts(line)) {
    context.direction = part.dir;
    context.fillText(canvasText(part), part.x, line.baseline);
  }
  context.restore();
}

function paintShape(context: Context, item: RectItem | EllipseItem): void {
  context.beginPath();
  if (item.kind === 'ellipse') context.ellipse(item.cx, item.cy, item.rx, item.ry, 0, 0, 2 * Math.PI);
  else context.roundRect(item.x, item.y, item.width, item.height, item.radius ?? 0);
  if (item.fill && item.fill !== 'none') {
    context.fillStyle = item.fill;
    context.fill();
  }
  if (item.stroke && item.strokeWidth) {
    context.strokeStyle = item.stroke;
    context.lineWidth = item.strokeWidth;
    context.stroke();
  }
}

function paintImage(context: Context, { href, draw, clip }: ImageItem, findImage: FindImage): void {
  const image = findImage(href);
  if (!image) return;
  context.save();
  if (clip !== draw) {
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, draw.x, draw.y, draw.width, draw.height);
  context.restore();
}
