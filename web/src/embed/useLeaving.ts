import { useCallback, useEffect } from 'react';
import type { Maker } from './maker';

/** Elements that float above the editor. Escape closes them first. */
const FLOATING = '[data-portal] :is([role=dialog], [role=menu], [role=listbox])';

/** The ways to leave the design maker: its button, Escape, and the browser's Back, for which opening adds a history entry. */
export function useLeaving(maker: Maker) {
  const close = useCallback(async (): Promise<boolean> => {
    const { accepted } = await maker.close();
    if (accepted) maker.finish();
    return accepted;
  }, [maker]);

  useEffect(() => {
    const mark = () => window.history.pushState({ maker: true }, '');
    mark();
    const back = () => void close().then((accepted) => accepted || mark());
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [close]);

  const leave = useCallback(() => {
    const open = [...document.querySelectorAll(FLOATING)].some((one) => one.checkVisibility());
    if (!open) void close();
  }, [close]);
  return { close, leave };
}
