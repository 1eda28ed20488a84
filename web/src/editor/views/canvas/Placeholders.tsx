import type { Context } from 'konva/lib/Context';
import { useCallback } from 'react';
import { Shape } from 'react-konva/lib/ReactKonvaCore';
import { kindOf } from '../../core/blocks';
import type { Block } from '../../core/document/types';
import { blockFrame } from '../../core/page/frame';
import { pageBox } from '../../core/primitives/sizes';
import { useEditor } from '../../state/context/context';
import type { Assets } from '../assets/assets';
import { OVERLAY } from '../assets/colors';

const FONT_PX = 12;

/** Returns the label of a block that has no picture to show yet. Placeholders are never printed. */
function wordOf(block: Block, { pictures, values }: Assets): string | undefined {
  if (block.hidden) return undefined;
  const kind = kindOf(block);
  const url = kind.pictureUrl?.(block, values);
  return url && pictures.has(url) ? undefined : kind.placeholder?.(block);
}

/** Dashed frames with the tag of each picture that differs by recipient. */
export function Placeholders({ assets }: { assets: Assets }) {
  const blocks = useEditor((state) => state.sheet.design.blocks);
  const paint = useCallback(
    (konva: Context) => {
      const context = konva._context;
      const page = pageBox(assets);
      context.strokeStyle = OVERLAY.placeholder;
      context.fillStyle = OVERLAY.placeholder;
      context.font = `${FONT_PX}px Inter, sans-serif`;
      context.textAlign = 'center';
      context.setLineDash([4, 4]);
      for (const block of blocks) {
        const word = wordOf(block, assets);
        if (word === undefined) continue;
        const { x, y, width, height } = blockFrame(block, page);
        context.strokeRect(x, y, width, height);
        context.fillText(word, x + width / 2, y + height / 2 + FONT_PX / 3, width);
      }
      context.setLineDash([]);
    },
    [blocks, assets],
  );
  return <Shape listening={false} sceneFunc={paint} />;
}
