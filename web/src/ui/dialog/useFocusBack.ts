import { useEffect, useState } from 'react';

/**
 * Returns the focus to the element that opened a dialog once the dialog has closed: a button, or the button of an open menu.
 */
export function useFocusBack(): void {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      // Runs after the dialog's own focus handling.
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
