import type { Context } from 'konva/lib/Context';
import { useCallback } from 'react';
import { Shape } from 'react-konva/lib/ReactKonvaCore';
import { useEditor, useView } from '../context';
import { type Box, pageBox } from '../model/sizes';
import type { Block } from '../model/types';
import { around, type Frame, frameOf } from '../state/frames';
import { chosenBlocks } from '../state/sheet';
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

/** Selection, handles, guides and marquee: drawn in px of the screen, so that they are fine lines at every zoom. */
export function Overlay() {
  const sheet = useEditor((state) => state.sheet);
  const selection = useEditor((state) => state.selection);
  const editing = useEditor((state) => state.editing);
  const camera = useView((state) => state.camera);
  const guides = useView((state) => state.guides);
  const marquee = useView((state) => state.marquee);

  const paint = useCallback(
    (konva: Context) => {
      const context = konva._context;
      const page = pageBox(sheet.design);
      const blocks = chosenBlocks(sheet, selection);
      const px = (frame: Frame) => toPx(frame, camera, page);
      context.lineWidth = 1;
      context.strokeStyle = OVERLAY.selection;
      for (const block of blocks) outline(context, px(frameOf(block)), block.locked ? [4, 3] : []);
      if (editing === null) grips(context, blocks, px);
      context.setLineDash([]);
      context.strokeStyle = OVERLAY.guide;
      for (const { axis, at } of guides)
        guide(context, axis, px({ left: at, top: at, width: 0, height: 0 }), px(PAGE));
      if (marquee) {
        const box = px(marquee);
        context.fillStyle = OVERLAY.marquee;
        context.fillRect(box.x, box.y, box.width, box.height);
        context.strokeStyle = OVERLAY.selection;
        outline(context, box, []);
      }
    },
    [sheet, selection, editing, camera, guides, marquee],
  );
  return <Shape listening={false} sceneFunc={paint} />;
}

const PAGE: Frame = { left: 0, top: 0, width: 100, height: 100 };

/** Lines of one px lie on half px, so that they are not blurred. */
const crisp = (value: number) => Math.round(value) + 0.5;

function outline(context: CanvasRenderingContext2D, { x, y, width, height }: Px, dash: number[]): void {
  context.setLineDash(dash);
  context.strokeRect(crisp(x), crisp(y), Math.round(width), Math.round(height));
}

/** The handles around what is selected, and around all of it a frame where it is more than one. */
function grips(context: CanvasRenderingContext2D, blocks: readonly Block[], px: (frame: Frame) => Px): void {
  if (blocks.every((block) => block.locked)) return;
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

function guide(context: CanvasRenderingContext2D, axis: 'x' | 'y', at: Px, page: Px): void {
  const BEYOND = 16;
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
