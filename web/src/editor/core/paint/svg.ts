import { familyList } from '../fonts/face';
import { kerningOf } from '../fonts/kerning';
import { letterSpacingOf } from '../fonts/spacing';
import { codePath } from '../layout/code';
import {
  type CodeItem,
  type DisplayGroup,
  type DisplayItem,
  type DisplayPage,
  type EllipseItem,
  type ImageItem,
  type LineItem,
  type LinePart,
  paintedParts,
  type RectItem,
} from '../layout/display';

const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number | undefined>;

function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes,
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(key, typeof value === 'number' ? number(value) : value);
  }
  return node;
}

/** Formats a number with a precision of 1/10000 px, which is finer than any printer, and without exponents. */
function number(value: number): string {
  return String(Number(value.toFixed(4)));
}

function linePart(item: LineItem, part: LinePart): SVGElement {
  const text = element('text', {
    x: part.x,
    y: item.baseline,
    'font-family': familyList(item.face),
    'font-size': `${number(item.size)}px`,
    'font-weight': item.face.weight,
    'font-style': item.face.italic ? 'italic' : undefined,
    'word-spacing': item.wordSpacing > 0 ? `${number(item.wordSpacing)}px` : undefined,
    direction: part.dir,
    fill: item.fill,
  });
  text.style.whiteSpace = 'pre';
  text.style.fontKerning = kerningOf(item.text);
  if (item.face.plain) text.style.letterSpacing = letterSpacingOf(item.face);
  text.textContent = part.text;
  return text;
}

function ink(item: RectItem | EllipseItem): Attributes {
  return { fill: item.fill ?? 'none', stroke: item.stroke, 'stroke-width': item.strokeWidth };
}

/** Returns an image. A cropped image is nested in an svg element of its own. */
function image({ href, alt, draw, clip }: ImageItem): SVGElement {
  const picture = element('image', { ...draw, href, preserveAspectRatio: 'none' });
  if (alt !== '') {
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', alt);
  }
  if (clip === draw) return picture;
  const frame = element('svg', { ...clip, viewBox: viewBoxOf(clip), overflow: 'hidden' });
  frame.append(picture);
  return frame;
}

/** Returns the name of the placeholder for a code that is painted elsewhere, or null to paint it here. */
export type StandIn = (item: CodeItem) => string | null;

/** Chrome tags images in the PDF, so a placeholder can be found there by its name. It is a box that covers all modules. */
function code(item: CodeItem, standIn: StandIn): SVGElement {
  const name = standIn(item);
  if (name === null) return element('path', { d: codePath(item), fill: item.fill });
  const { x, y, fill, step, modules } = item;
  const side = step * modules.size;
  return element('rect', { x, y, width: side, height: side, fill, role: 'img', 'aria-label': name });
}

function itemElements(item: DisplayItem, standIn: StandIn): SVGElement[] {
  if (item.kind === 'line') return paintedParts(item).map((part) => linePart(item, part));
  return [itemElement(item, standIn)];
}

function itemElement(item: Exclude<DisplayItem, LineItem>, standIn: StandIn): SVGElement {
  switch (item.kind) {
    case 'image':
      return image(item);
    case 'path':
      return element('path', { d: item.d, fill: item.fill });
    case 'code':
      return code(item, standIn);
    case 'ellipse':
      return element('ellipse', { cx: item.cx, cy: item.cy, rx: item.rx, ry: item.ry, ...ink(item) });
    case 'rect': {
      const { x, y, width, height, radius } = item;
      return element('rect', { x, y, width, height, rx: radius || undefined, ...ink(item) });
    }
  }
}

/** Returns ARIA attributes, which Chrome converts to tags in the PDF. */
function structure(role: DisplayGroup['role']): Attributes {
  if (role === 'heading') return { role, 'aria-level': 1 };
  if (role === 'paragraph') return { role };
  return role === 'decoration' ? { 'aria-hidden': 'true' } : {};
}

function viewBoxOf(area: { x: number; y: number; width: number; height: number }): string {
  return [area.x, area.y, area.width, area.height].map(number).join(' ');
}

/** Paints a page as SVG. Texts are set as text nodes, never as markup, and every line keeps its position. */
export function paintSvg(page: DisplayPage, standIn: StandIn = () => null): SVGSVGElement {
  const svg = element('svg', {
    viewBox: viewBoxOf(page.viewBox),
    // The aspect ratios of the paper and of the design px differ by about 1/10000, which must not show as a hairline.
    preserveAspectRatio: 'none',
    'text-rendering': 'geometricPrecision',
    overflow: 'hidden',
  });
  for (const { role, items } of page.groups) {
    const group = element('g', structure(role));
    group.append(...items.flatMap((item) => itemElements(item, standIn)));
    // Chrome does not tag hidden elements.
    if (items.some((item) => item.kind === 'code' && standIn(item) !== null))
      group.removeAttribute('aria-hidden');
    svg.append(group);
  }
  return svg;
}
