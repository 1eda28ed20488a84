import { cssFont } from '../fonts/face';
import type { DisplayItem, EllipseItem, ImageItem, LineItem, RectItem } from '../layout/display';

type Context = CanvasRenderingContext2D;
export type FindImage = (href: string) => CanvasImageSource | undefined;

/** Paints a display list on a canvas, letter for letter as the SVG painter does. */
export function paintCanvas(context: Context, items: readonly DisplayItem[], findImage: FindImage): void {
  context.textRendering = 'geometricPrecision';
  context.textBaseline = 'alphabetic';
  context.textAlign = 'start';
  for (const item of items) paintItem(context, item, findImage);
}

function paintItem(context: Context, item: DisplayItem, findImage: FindImage): void {
  if (item.kind === 'line') paintLine(context, item);
  else if (item.kind === 'image') paintImage(context, item, findImage);
  else if (item.kind === 'path') {
    context.fillStyle = item.fill;
    context.fill(new Path2D(item.d));
  } else paintShape(context, item);
}

function paintLine(
  context: Context,
  { face, size, dir, fill, text, x, baseline, wordSpacing }: LineItem,
): void {
  context.font = cssFont(face, size);
  context.direction = dir;
  context.wordSpacing = `${wordSpacing}px`;
  context.fillStyle = fill;
  context.fillText(text, x, baseline);
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
