import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Sheet } from '../../core/document/sheet';
import type { EditorState, EditorStore } from '../editing/store';
import type { EditorPorts } from '../ports/editor';
import type { UploadStore } from '../uploads/store';
import type { ViewState, ViewStore } from '../view/view';

/** The values that all parts of one open editor share. */
export type EditorContextValue = {
  store: EditorStore;
  view: ViewStore;
  ports: EditorPorts;
  uploads: UploadStore;
};

export const EditorContext = createContext<EditorContextValue | null>(null);

export function useEditorContext(): EditorContextValue {
  const context = useContext(EditorContext);
  if (!context) throw new Error('a part of the editor was shown outside of it');
  return context;
}

/** Selects from the editor's state and renders again when the selected value changes. */
export function useEditor<T>(pick: (state: EditorState) => T): T {
  return useStore(useEditorContext().store, pick);
}

/**
 * The sheet for the panels beside the page. It does not change during a gesture, so that only the page renders in each frame.
 */
export function usePanelSheet(): Sheet {
  return useEditor(({ sheet, gesture }) => gesture?.before ?? sheet);
}

/** How often the numbers beside the page are updated during a gesture, in ms. */
const FOLLOW_MS = 100;

/** The sheet for numbers that update during a gesture. It is throttled so that it does not slow down the page. */
export function useFollowedSheet(): Sheet {
  const { store } = useEditorContext();
  const [sheet, setSheet] = useState(() => store.getState().sheet);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      timer = undefined;
      setSheet(store.getState().sheet);
    };
    follow();
    const stop = store.subscribe(({ gesture }) => {
      if (gesture) timer ??= setTimeout(follow, FOLLOW_MS);
      else {
        clearTimeout(timer);
        follow();
      }
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return sheet;
}

export function useView<T>(pick: (state: ViewState) => T): T {
  return useStore(useEditorContext().view, pick);
}
