import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Sheet } from '../../core/document/sheet';
import type { EditorState, EditorStore } from '../editing/store';
import type { EditorPorts } from '../ports/editor';
import type { UploadStore } from '../uploads/store';
import type { ViewState, ViewStore } from '../view/view';

/** What every part of one open editor shares. */
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

/** Reads the editor's state; the component follows what the selector picks. */
export function useEditor<T>(pick: (state: EditorState) => T): T {
  return useStore(useEditorContext().store, pick);
}

/**
 * The sheet for what stands beside the page. While somebody drags or types on the page it stays as it was before: a frame
 * belongs to the page alone.
 */
export function usePanelSheet(): Sheet {
  return useEditor(({ sheet, gesture }) => gesture?.before ?? sheet);
}

/** How often numbers beside the page follow what is dragged, in ms. */
const FOLLOW_MS = 100;

/** The sheet for numbers that run along while something is dragged, in steps that leave the frames to the page. */
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
