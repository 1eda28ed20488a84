import { useEffect, useState } from 'react';

/** Gives the focus back to what opened a dialog once that is gone: a button, or the one whose menu was open. */
export function useFocusBack(): void {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      // After whatever the closing of the dialog itself does to the focus.
      setTimeout(() => {
        if (opener?.isConnected && document.activeElement === document.body) opener.focus();
      });
    },
    [opener],
  );
}

function openerOf(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return null;
  const button = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : active;
}
