import { useEffect, useState } from 'react';
import { useEditorContext } from './context';
import { dropDraft, findDraft, keepDraft } from './draft';

const KEEP_AFTER_MS = 400;

/** Keeps unsaved work in this browser, and offers what an earlier visit left. */
export function useDraft() {
  const { store, ports } = useEditorContext();
  const [found, setFound] = useState(() => findDraft(ports.draftKey, store.getState().saved));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((state, before) => {
      if (state.sheet === before.sheet && state.saved === before.saved) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { sheet, version, dirty } = store.getState();
        if (dirty) keepDraft(ports.draftKey, sheet, version);
        else dropDraft(ports.draftKey);
      }, KEEP_AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, ports]);

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
