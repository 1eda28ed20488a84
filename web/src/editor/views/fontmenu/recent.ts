const KEY = 'laurel.fonts.recent';
const MOST = 5;

/** Returns the recently used fonts of this browser, newest first. */
export function recentFonts(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string').slice(0, MOST) : [];
  } catch {
    return []; // kept by somebody else, or storage is off
  }
}

export function rememberFont(name: string): void {
  const names = [name, ...recentFonts().filter((other) => other !== name)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // Storage is blocked in a third-party frame; the menu works without it.
  }
}
