import type { Context } from 'konva/lib/Context';
import { memo, useCallback, useMemo } from 'react';
import { Group, Shape } from 'react-konva/lib/ReactKonvaCore';
import type { DisplayItem } from '../layout/display';
import type { Block } from '../model/types';
import { paintCanvas } from '../paint/canvas';
import { type Assets, layOneBlock } from './assets';

/** One block on the canvas; it is laid out again only when it changes. */
export const BlockNode = memo(function BlockNode({ block, assets }: { block: Block; assets: Assets }) {
  const items = useMemo(() => layOneBlock(block, assets), [block, assets]);
  return (
    <Group listening={false}>
      <Painted items={items} assets={assets} />
    </Group>
  );
});

/** Paints a display list. */
export function Painted({ items, assets }: { items: readonly DisplayItem[]; assets: Assets }) {
  const { pictures } = assets;
  const paint = useCallback(
    (context: Context) => {
      const byHref = (href: string) =>
        [...pictures.values()].find((picture) => picture.href === href)?.element;
      paintCanvas(context._context, items, byHref);
    },
    [items, pictures],
  );
  return <Shape listening={false} sceneFunc={paint} />;
}
