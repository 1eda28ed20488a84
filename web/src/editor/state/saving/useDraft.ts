import { useEffect, useRef, useState } from 'react';
import { useEditorContext } from '../context/context';
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
    // The page goes away, or a phone puts it aside, which may end it: what was changed just now is kept at once.
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
