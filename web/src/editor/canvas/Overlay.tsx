import type { Context } from 'konva/lib/Context';
import { useCallback } from 'react';
import { Shape } from 'react-konva/lib/ReactKonvaCore';
import { useEditor, useView } from '../context';
import { membersOf } from '../model/groups';
import { type Box, pageBox } from '../model/sizes';
import type { Block } from '../model/types';
import { printArea } from '../rulers/printArea';
import { around, type Frame, frameOf } from '../state/frames';
import { free } from '../state/place';
import { chosenBlocks, type Sheet } from '../state/sheet';
import type { EditorState } from '../state/store';
import type { Camera } from './camera';
import { OVERLAY } from './colors';
import { HANDLES, handlePoint } from './handles';

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

/** Selection, handles and marquee: drawn in px of the screen, so that they are fine lines at every zoom. */
export function Overlay() {
  const sheet = useEditor((state) => state.sheet);
  const selection = useEditor((state) => state.selection);
  const editing = useEditor((state) => state.editing);
  const entered = useEditor((state) => state.entered);
  const camera = useView((state) => state.camera);
  const marquee = useView((state) => state.marquee);

  const paint = useCallback(
    (konva: Context) => {
      const context = konva._context;
      const page = pageBox(sheet.design);
      const px = (frame: Frame) => toPx(frame, camera, page);
      context.lineWidth = 1;
      outlines(context, sheet, { selection, entered }, px);
      if (editing === null && free(sheet, selection).length > 0) {
        grips(context, chosenBlocks(sheet, selection), px);
      }
      if (marquee) band(context, px(marquee));
    },
    [sheet, selection, editing, entered, camera, marquee],
  );
  return (
    <>
      <PrintArea />
      <Shape listening={false} sceneFunc={paint} />
    </>
  );
}

type ChosenProps = { blocks: readonly Block[]; page: Box; camera: Camera };

/** Blocks that are selected and free, with their handles. */
export function Chosen({ blocks, page, camera }: ChosenProps) {
  const paint = useCallback(
    (konva: Context) => {
      const context = konva._context;
      const px = (frame: Frame) => toPx(frame, camera, page);
      context.lineWidth = 1;
      context.strokeStyle = OVERLAY.selection;
      for (const block of blocks) outline(context, px(frameOf(block)), []);
      grips(context, blocks, px);
    },
    [blocks, page, camera],
  );
  return <Shape listening={false} sceneFunc={paint} />;
}

/** The safe area and the bleed, where one wants to see them. */
export function PrintArea() {
  const shown = useView((state) => state.rulers.printArea);
  const design = useEditor((state) => (shown ? state.sheet.design : null));
  const camera = useView((state) => state.camera);
  const paint = useCallback(
    (konva: Context) => {
      if (!design) return;
      const context = konva._context;
      context.lineWidth = 1;
      area(context, printArea(design), (frame) => toPx(frame, camera, pageBox(design)));
    },
    [design, camera],
  );
  return <Shape listening={false} sceneFunc={paint} />;
}

/** The safe area and the bleed, which lie evenly in and out of the page. */
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

/** Lines of one px lie on half px, so that they are not blurred. */
const crisp = (value: number) => Math.round(value) + 0.5;

function outline(context: CanvasRenderingContext2D, { x, y, width, height }: Px, dash: number[]): void {
  context.setLineDash(dash);
  context.strokeRect(crisp(x), crisp(y), Math.round(width), Math.round(height));
}

type Selected = Pick<EditorState, 'selection' | 'entered'>;

/** What is selected, dashed where it is locked in its place, and the group that one has gone into. */
function outlines(
  context: CanvasRenderingContext2D,
  sheet: Sheet,
  { selection, entered }: Selected,
  px: (frame: Frame) => Px,
): void {
  context.strokeStyle = OVERLAY.selection;
  for (const block of chosenBlocks(sheet, selection)) {
    outline(context, px(frameOf(block)), block.lock_position ? [4, 3] : []);
  }
  if (entered === null) return;
  outline(context, px(around(membersOf(sheet.design.blocks, entered).map(frameOf))), [6, 4]);
}

/** The handles around what is selected, and around all of it a frame where it is more than one. */
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
