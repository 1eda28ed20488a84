import type { Context } from 'konva/lib/Context';
import { useMemo } from 'react';
import { Shape } from 'react-konva/lib/ReactKonvaCore';
import type { DisplayItem } from '../../core/layout/display';
import { paintCanvas } from '../../core/paint/canvas';
import type { Assets } from '../assets/assets';
import { keepPainted } from './keepPainted';

type Props = {
  items: readonly DisplayItem[];
  assets: Assets /** Kept as a bitmap once it is painted again unchanged. */;
  kept?: boolean;
};

/** Paints a display list. */
export function Painted({ items, assets: { pictures }, kept = false }: Props) {
  const paint = useMemo(() => {
    const elements = new Map([...pictures.values()].map(({ href, element }) => [href, element]));
    const direct = (context: CanvasRenderingContext2D) =>
      paintCanvas(context, items, (href) => elements.get(href));
    const painted = kept ? keepPainted(direct) : direct;
    return (context: Context) => painted(context._context);
  }, [items, pictures, kept]);
  return <Shape listening={false} sceneFunc={paint} />;
}
