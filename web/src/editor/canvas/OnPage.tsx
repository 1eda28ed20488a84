import type { ReactNode } from 'react';
import { Group } from 'react-konva/lib/ReactKonvaCore';
import type { Box } from '../model/sizes';
import type { Camera } from './camera';

type Props = { camera: Camera; page: Box; children: ReactNode };

/** What is drawn in design px, as far as it lies on the page. */
export function OnPage({ camera: { zoom, x, y }, page, children }: Props) {
  return (
    <Group listening={false} x={x} y={y} scaleX={zoom} scaleY={zoom}>
      <Group listening={false} clipX={0} clipY={0} clipWidth={page.width} clipHeight={page.height}>
        {children}
      </Group>
    </Group>
  );
}
