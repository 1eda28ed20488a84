import { useEffect, useRef, useState } from 'react';
import { useEditorContext } from './context';
import { dropDraft, findDraft, keepDraft } from './draft';

const KEEP_AFTER_MS = 400;

/** Keeps unsaved work in this browser, and offers what an earlier visit left. */
export function useDraft() {
  const { store, ports } = useEditorContext();
  const [found, setFound] = useState(() => findDraft(ports.draftKey, store.getState().saved));
  // What is about to be kept must not be forgotten because the services around the editor are others now.
  const latest = useRef(ports);
  latest.current = ports;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((state, before) => {
      if (state.sheet === before.sheet && state.saved === before.saved) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { sheet, version, dirty } = store.getState();
        const { draftKey, onKept } = latest.current;
        if (!dirty) dropDraft(draftKey);
        else if (keepDraft(draftKey, sheet, version)) onKept?.(version);
      }, KEEP_AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);

  return {
    found,
    restore: () => {
      if (found) store.getState().change('restore', () => found.sheet);
      setFound(undefined);
    },
    discard: () => {
      dropDraft(ports.draftKey);
      setFound(undefined);
    },
  };
}
