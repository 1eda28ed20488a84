import { useEffect, useRef } from 'react';
import { isTyping } from '../focus/typing';

/** Whether the space bar is held, which makes dragging pan the page. */
export function useSpace(): { readonly current: boolean } {
  const held = useRef(false);
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.code !== 'Space') return;
      if (event.type === 'keyup') held.current = false;
      else if (onCanvas(event.target) && !isTyping(event.target)) {
        held.current = true;
        event.preventDefault();
      }
    };
    const release = () => {
      held.current = false;
    };
    window.addEventListener('keydown', follow);
    window.addEventListener('keyup', follow);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', follow);
      window.removeEventListener('keyup', follow);
      window.removeEventListener('blur', release);
    };
  }, []);
  return held;
}

/** Elsewhere the space bar presses buttons. */
function onCanvas(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.closest('[data-canvas]') !== null);
}
