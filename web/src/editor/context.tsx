import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { EditorPorts } from './ports';
import type { Sheet } from './state/sheet';
import type { EditorState, EditorStore } from './state/store';
import type { ViewState, ViewStore } from './state/view';
import type { UploadStore } from './upload/store';

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

export function useView<T>(pick: (state: ViewState) => T): T {
  return useStore(useEditorContext().view, pick);
}
