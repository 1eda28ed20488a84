import { useEffect, useRef, useState } from 'react';
import { useEditorContext } from '../context/context';
import { dropDraft, findDraft, keepDraft } from './draft';

const KEEP_AFTER_MS = 400;

/** Stores unsaved changes in the browser, and offers those of an earlier visit. */
export function useDraft() {
  const { store, ports } = useEditorContext();
  const [found, setFound] = useState(() => findDraft(ports.draftKey, store.getState().saved));
  // A ref, so that a change of the ports does not cancel a pending write.
  const latest = useRef(ports);
  latest.current = ports;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      const { sheet, version, dirty } = store.getState();
      const { draftKey, onKept } = latest.current;
      if (!dirty) dropDraft(draftKey);
      else if (keepDraft(draftKey, sheet, version)) onKept?.(version);
    };
    const stop = store.subscribe((state, before) => {
      if (state.sheet === before.sheet && state.saved === before.saved) return;
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_AFTER_MS);
    });
    // The page is closed, or a phone moves it to the background, where it may be killed. Pending changes are written at once.
    const leave = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      keep();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
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
