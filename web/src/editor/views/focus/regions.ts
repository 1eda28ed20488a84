const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), textarea, [tabindex="0"]';

/** Moves the focus to the next or previous region of the window: top bar, left panel, page, right panel. */
export function goToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll('[data-editor] > *')].filter(entrance);
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const from = at < 0 && step < 0 ? 0 : at;
  const next = regions[(from + step + regions.length) % regions.length];
  if (next) entrance(next)?.focus();
}

/** Returns the element of a region to focus: the page, the selected tab, or the first focusable element. */
function entrance(region: Element): HTMLElement | null {
  const find = (selector: string) => region.querySelector<HTMLElement>(selector);
  return find('[data-canvas]') ?? find('[role=tab][aria-selected=true]') ?? find(FOCUSABLE);
}
