import { type ComponentType, lazy } from 'react';
import { canvasShown } from '../../state/view/shown';

/** Loads a component that is visible from the start but is not needed to show the design: its script waits for the canvas. */
export const afterCanvas = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    await canvasShown;
    return { default: await load() };
  });
