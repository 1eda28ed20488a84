import type { Context } from 'konva/lib/Context';
import { useCallback } from 'react';
import { Shape } from 'react-konva/lib/ReactKonvaCore';
import { membersOf } from '../../core/document/groups';
import { chosenBlocks, type Sheet } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import type { Camera } from '../../core/geometry/camera';
import { around, type Frame, frameOf } from '../../core/geometry/frames';
import type { Gap } from '../../core/geometry/gaps';
import { HANDLES, handlePoint } from '../../core/geometry/handles';
import { printArea } from '../../core/geometry/printArea';
import type { Guide } from '../../core/geometry/snap';
import { type Box, pageBox } from '../../core/primitives/sizes';
import { useEditor, useView } from '../../state/context/context';
import { free } from '../../state/editing/place';
import type { EditorState } from '../../state/editing/store';
import { OVERLAY } from '../assets/colors';
import { useLengths } from '../rulers/useLengths';

const HANDLE_PX = 9;
type Px = { x: number; y: number; width: number; height: number };

function toPx(frame: Frame, camera: Camera, page: Box): Px {
  const [perX, perY] = [(page.width * camera.zoom) / 100, (page.height * camera.zoom) / 100];
  return {
    x: camera.x + frame.left * perX,
    y: camera.y + frame.top * perY,
    width: frame.width * perX,
    height: frame.height * perY,
  };
}

/** Selection, handles, guides and marquee, drawn in screen pixels so that the lines are thin at every zoom level. */
export function Overlay() {
  const sheet = useEditor((state) => state.sheet);
  const selection = useEditor((state) => state.selection);
  const editing = useEditor((state) => state.editing);
  const entered = useEditor((state) => state.entered);
  const camera = useView((state) => state.camera);
  const guides = useView((state) => state.guides);
  const gaps = useView((state) => state.gaps);
  const marquee = useView((state) => state.marquee);
  const areaShown = useView((state) => state.rulers.printArea);
  const { words } = useLengths();

  const paint = useCallback(
    (konva: Context) => {
      const context = konva._context;
      const page = pageBox(sheet.design);
      const px = (frame: Frame) => toPx(frame, camera, page);
      context.lineWidth = 1;
      if (areaShown) area(context, printArea(sheet.design), px);
      outlines(context, sheet, { selection, entered }, px);
      if (editing === null && free(sheet, selection).length > 0) {
        grips(context, chosenBlocks(sheet, selection), px);
      }
      context.setLineDash([]);
      context.strokeStyle = OVERLAY.guide;
      for (const one of guides) guide(context, one, px);
      for (const gap of gaps) measure(context, gap, px, words(gap.to - gap.from, gap.axis));
      if (marquee) band(context, px(marquee));
    },
    [sheet, selection, editing, entered, camera, guides, gaps, marquee, areaShown, words],
  );
  return <Shape listening={false} sceneFunc={paint} />;
}

/** Draws the safe area and the bleed, at the same distance on all sides inside and outside the page. */
function area(
  context: CanvasRenderingContext2D,
  { safe, bleed }: ReturnType<typeof printArea>,
  px: (frame: Frame) => Px,
): void {
  context.strokeStyle = OVERLAY.printArea;
  for (const { x, y } of [safe, { x: 0 - bleed.x, y: 0 - bleed.y }]) {
    outline(context, px({ left: x, top: y, width: 100 - 2 * x, height: 100 - 2 * y }), [5, 4]);
  }
}

const PAGE: Frame = { left: 0, top: 0, width: 100, height: 100 };

/** Moves lines of 1 px to half pixels, so that they are not blurred. */
const crisp = (value: number) => Math.round(value) + 0.5;

function outline(context: CanvasRenderingContext2D, { x, y, width, height }: Px, dash: number[]): void {
  context.setLineDash(dash);
  context.strokeRect(crisp(x), crisp(y), Math.round(width), Math.round(height));
}

type Chosen = Pick<EditorState, 'selection' | 'entered'>;

/** Draws outlines of the selection, dashed where the position is locked, and of the entered group. */
function outlines(
  context: CanvasRenderingContext2D,
  sheet: Sheet,
  { selection, entered }: Chosen,
  px: (frame: Frame) => Px,
): void {
  context.strokeStyle = OVERLAY.selection;
  for (const block of chosenBlocks(sheet, selection)) {
    outline(context, px(frameOf(block)), block.lock_position ? [4, 3] : []);
  }
  if (entered === null) return;
  outline(context, px(around(membersOf(sheet.design.blocks, entered).map(frameOf))), [6, 4]);
}

/** Draws the handles of the selection, and a frame around a selection of several blocks. */
function grips(context: CanvasRenderingContext2D, blocks: readonly Block[], px: (frame: Frame) => Px): void {
  const frame = around(blocks.map(frameOf));
  if (blocks.length > 1) outline(context, px(frame), [2, 2]);
  handles(context, frame, px);
}

function handles(context: CanvasRenderingContext2D, frame: Frame, px: (frame: Frame) => Px): void {
  context.setLineDash([]);
  context.fillStyle = OVERLAY.handle;
  for (const handle of HANDLES) {
    const point = handlePoint(handle, frame);
    const { x, y } = px({ left: point.x, top: point.y, width: 0, height: 0 });
    const [left, top] = [crisp(x - HANDLE_PX / 2), crisp(y - HANDLE_PX / 2)];
    context.fillRect(left, top, HANDLE_PX - 1, HANDLE_PX - 1);
    context.strokeRect(left, top, HANDLE_PX - 1, HANDLE_PX - 1);
  }
}

function band(context: CanvasRenderingContext2D, box: Px): void {
  context.fillStyle = OVERLAY.marquee;
  context.fillRect(box.x, box.y, box.width, box.height);
  context.strokeStyle = OVERLAY.selection;
  outline(context, box, []);
}

function guide(
  context: CanvasRenderingContext2D,
  { axis, at: place }: Guide,
  px: (frame: Frame) => Px,
): void {
  const BEYOND = 16;
  const at = px({ left: place, top: place, width: 0, height: 0 });
  const page = px(PAGE);
  context.beginPath();
  if (axis === 'x') {
    context.moveTo(crisp(at.x), page.y - BEYOND);
    context.lineTo(crisp(at.x), page.y + page.height + BEYOND);
  } else {
    context.moveTo(page.x - BEYOND, crisp(at.y));
    context.lineTo(page.x + page.width + BEYOND, crisp(at.y));
  }
  context.stroke();
}

const LABEL = { font: '11px Inter, sans-serif', height: 16, padding: 4 };
const CAP_PX = 4;

/** Draws a gap with its length: a line from edge to edge, capped at both ends, with a label in the middle. */
function measure(
  context: CanvasRenderingContext2D,
  { axis, from, to, across }: Gap,
  px: (frame: Frame) => Px,
  words: string,
): void {
  const at = (along: number) =>
    px(axis === 'x' ? { ...NO_SIZE, left: along, top: across } : { ...NO_SIZE, left: across, top: along });
  const [start, end] = [at(from), at(to)];
  const cap = axis === 'x' ? { x: 0, y: CAP_PX } : { x: CAP_PX, y: 0 };
  context.setLineDash([]);
  context.strokeStyle = OVERLAY.guide;
  context.beginPath();
  context.moveTo(crisp(start.x), crisp(start.y));
  context.lineTo(crisp(end.x), crisp(end.y));
  for (const { x, y } of [start, end]) {
    context.moveTo(crisp(x - cap.x), crisp(y - cap.y));
    context.lineTo(crisp(x + cap.x), crisp(y + cap.y));
  }
  context.stroke();
  label(context, words, (start.x + end.x) / 2, (start.y + end.y) / 2);
}

const NO_SIZE: Frame = { left: 0, top: 0, width: 0, height: 0 };

function label(context: CanvasRenderingContext2D, words: string, x: number, y: number): void {
  context.font = LABEL.font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const width = context.measureText(words).width + 2 * LABEL.padding;
  context.fillStyle = OVERLAY.guide;
  context.beginPath();
  context.roundRect(x - width / 2, y - LABEL.height / 2, width, LABEL.height, 3);
  context.fill();
  context.fillStyle = OVERLAY.handle;
  context.fillText(words, x, y + 0.5);
}
