import { useRef } from 'react';
import { useEditor, useEditorContext } from '../context';
import { around, frameOf } from '../state/frames';
import { type Lift, liftOf } from '../state/lift';
import type { EditorState } from '../state/store';
import type { ViewState } from '../state/view';

/** So many windows a canvas may be large that is carried; what is larger, far zoomed in, is painted where it is. */
const MOST_WINDOWS = 2;

/** What the move that is going on carries, the same object until it ends. */
export function useLift(): Lift | null {
  const { view } = useEditorContext();
  const last = useRef<{ gesture: EditorState['gesture']; lift: Lift | null }>({ gesture: null, lift: null });
  return useEditor((state) => {
    if (last.current.gesture !== state.gesture) {
      const lift = liftOf(state);
      last.current = { gesture: state.gesture, lift: lift && fits(lift, view.getState()) ? lift : null };
    }
    return last.current.lift;
  });
}

function fits({ carried }: Lift, { camera: { zoom }, page, window }: ViewState): boolean {
  const { width, height } = around(carried.map(frameOf));
  const area = (width / 100) * page.width * zoom * (height / 100) * page.height * zoom;
  return area <= MOST_WINDOWS * window.width * window.height;
}
