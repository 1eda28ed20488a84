import { type RefObject, useEffect } from 'react';
import { useEditorContext } from '../../state/context/context';

const ZOOM_PER_PX = 0.0025;

/** The wheel pans; with Ctrl or ⌘, or by pinching, it zooms to the pointer. */
export function useWheel(holder: RefObject<HTMLElement | null>): void {
  const { view } = useEditorContext();
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { camera, zoomTo, pan } = view.getState();
      if (!event.ctrlKey && !event.metaKey) return pan(-event.deltaX, -event.deltaY);
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      zoomTo(camera.zoom * Math.exp(-event.deltaY * ZOOM_PER_PX), at);
    };
    // Only a non-passive listener can keep the browser from scrolling or zooming the document.
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [holder, view]);
}
