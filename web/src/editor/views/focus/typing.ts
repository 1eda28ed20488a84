/** Whether keys typed here belong to a field, a menu or a dialog instead of the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]';
  return target.closest(`${field}, [role=menu], [role=listbox], [role=dialog]`) !== null;
}

/** Whether a modal dialog is open. The focus may be nowhere at that time if the focused element was removed. */
export function isCovered(): boolean {
  return document.querySelector('[role=dialog][aria-modal=true]') !== null;
}

/** Whether the element is in a dialog, on top of which nothing else is opened. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog]') !== null;
}
