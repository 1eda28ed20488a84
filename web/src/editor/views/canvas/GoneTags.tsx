import type { Context } from 'konva/lib/Context';
import { useCallback } from 'react';
import { Shape } from 'react-konva/lib/ReactKonvaCore';
import { blockFrame } from '../../core/page/frame';
import { pageBox } from '../../core/primitives/sizes';
import { useEditor } from '../../state/context/context';
import { useGoneTags } from '../../state/context/useGoneTags';
import type { Assets } from '../assets/assets';
import { OVERLAY } from '../assets/colors';

const FONT_PX = 11;

/** Frames the blocks that contain tags of deleted attributes, and the tags themselves. Never printed. */
export function GoneTags({ assets }: { assets: Assets }) {
  const blocks = useEditor((state) => state.sheet.design.blocks);
  const goneOf = useGoneTags();
  const paint = useCallback(
    (konva: Context) => {
      const context = konva._context;
      const page = pageBox(assets);
      context.strokeStyle = OVERLAY.gone;
      context.fillStyle = OVERLAY.gone;
      context.font = `${FONT_PX}px Inter, sans-serif`;
      context.textAlign = 'left';
      context.setLineDash([6, 3]);
      for (const block of blocks) {
        const gone = block.hidden ? [] : goneOf(block);
        if (gone.length === 0) continue;
        const { x, y, width, height } = blockFrame(block, page);
        context.strokeRect(x, y, width, height);
        context.fillText(gone.map((tag) => `[${tag}]?`).join(' '), x + 2, y + height - 3, width);
      }
      context.setLineDash([]);
    },
    [blocks, assets, goneOf],
  );
  return <Shape listening={false} sceneFunc={paint} />;
}
