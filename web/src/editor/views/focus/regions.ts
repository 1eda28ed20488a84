const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), textarea, [tabindex="0"]';

/** Moves the focus to the next part of the window, or the one before: bar, left side, page, right side. */
export function goToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll('[data-editor] > *')].filter(entrance);
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const from = at < 0 && step < 0 ? 0 : at;
  const next = regions[(from + step + regions.length) % regions.length];
  if (next) entrance(next)?.focus();
}

/** Where the focus goes in a part: to the page itself, to what stands for a list, or to the first thing there is. */
function entrance(region: Element): HTMLElement | null {
  const find = (selector: string) => region.querySelector<HTMLElement>(selector);
  return find('[data-canvas]') ?? find('[role=tab][aria-selected=true]') ?? find(FOCUSABLE);
}
