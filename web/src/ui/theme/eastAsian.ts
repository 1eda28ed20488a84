/** Characters of Chinese, Japanese and Korean. */
const EAST_ASIAN =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/;

/** Loads the many East Asian font faces when the page first shows a character of theirs. */
export function loadEastAsianFonts(): void {
  const seen = () => EAST_ASIAN.test(document.body.textContent ?? '');
  const load = () => void import('./eastAsian.css');
  if (seen()) {
    load();
    return;
  }
  let waiting = false;
  const observer = new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (!seen()) return;
      observer.disconnect();
      load();
    }, 100);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
