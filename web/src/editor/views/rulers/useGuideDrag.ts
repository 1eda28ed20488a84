import { type PointerEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Point, toPage } from '../../core/geometry/camera';
import { frameOf } from '../../core/geometry/frames';
import { pageLines } from '../../core/geometry/printArea';
import { type Guide, type Lines, snapLines, snapPosition } from '../../core/geometry/snap';
import { useEditorContext } from '../../state/context/context';
import { isOnPage, withGuide, withoutGuide } from './guides';

const REACH_PX = 4;
const SNAP_REACH_PX = 6;

export type GuideDrag = {
  /** The index of the guide that is being dragged. */
  dragged: number | null;
  /** Returns the guide at a point of the canvas. */
  under: (at: Point) => { index: number; axis: Guide['axis'] } | undefined;
  start: (event: PointerEvent<HTMLElement>, index: number) => void;
  /** Drags a new guide out of a ruler. */
  pull: (event: PointerEvent<HTMLElement>, axis: Guide['axis']) => void;
};

/** Drags guides out of the rulers and over the page. A guide dropped on a ruler or off the page is deleted. */
export function useGuideDrag(canvas: RefObject<HTMLElement | null>): GuideDrag {
  const { t } = useTranslation();
  const { store, view } = useEditorContext();
  const [dragged, setDragged] = useState<number | null>(null);

  const lines = (): Lines => {
    const { design } = store.getState().sheet;
    const shown = design.blocks.filter((block) => !block.hidden);
    return snapLines(shown.map(frameOf), pageLines(design));
  };
  const placeOf = (
    event: { clientX: number; clientY: number; ctrlKey: boolean; metaKey: boolean },
    axis: Guide['axis'],
    catching: Lines,
  ) => {
    const box = canvas.current?.getBoundingClientRect();
    const { camera, page } = view.getState();
    const window = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
    const at = toPage(window, camera, page)[axis];
    if (event.ctrlKey || event.metaKey) return at;
    const perPx = 100 / (camera.zoom * (axis === 'x' ? page.width : page.height));
    return snapPosition(at, axis, catching, { x: SNAP_REACH_PX * perPx, y: SNAP_REACH_PX * perPx });
  };

  const follow = (event: PointerEvent<HTMLElement>, index: number, axis: Guide['axis']) => {
    const element = event.currentTarget;
    const catching = lines();
    element.setPointerCapture(event.pointerId);
    setDragged(index);
    const move = (next: globalThis.PointerEvent) =>
      view
        .getState()
        .show({ ownGuides: withGuide(view.getState().ownGuides, index, placeOf(next, axis, catching)) });
    const end = () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
      setDragged(null);
      const { ownGuides, show, announce } = view.getState();
      const guide = ownGuides[index];
      if (guide && isOnPage(guide.at)) return announce(t('editor.rulers.added'));
      show({ ownGuides: withoutGuide(ownGuides, index) });
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
  };

  return {
    dragged,
    under: (at) => {
      const { ownGuides, camera, page } = view.getState();
      const index = ownGuides.findLastIndex(({ axis, at: percent }) => {
        const length = axis === 'x' ? page.width : page.height;
        return Math.abs(camera[axis] + (percent / 100) * length * camera.zoom - at[axis]) <= REACH_PX;
      });
      const guide = ownGuides[index];
      return guide && { index, axis: guide.axis };
    },
    start: (event, index) => {
      const guide = view.getState().ownGuides[index];
      if (guide) follow(event, index, guide.axis);
    },
    pull: (event, axis) => {
      if (event.button !== 0) return;
      const { ownGuides, show } = view.getState();
      show({ ownGuides: [...ownGuides, { axis, at: placeOf(event, axis, lines()) }] });
      follow(event, ownGuides.length, axis);
    },
  };
}
