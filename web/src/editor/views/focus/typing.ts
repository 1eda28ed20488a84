/** Whether keys typed here belong to a field, a menu or a dialog and not to the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]';
  return target.closest(`${field}, [role=menu], [role=listbox], [role=dialog]`) !== null;
}

/** Whether a dialog covers everything else; focus may be nowhere just then, when what had it is gone. */
export function isCovered(): boolean {
  return document.querySelector('[role=dialog][aria-modal=true]') !== null;
}

/** Whether a dialog has the focus, over which nothing else is opened. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog]') !== null;
}
