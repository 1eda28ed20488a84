const KEY = 'laurel.fonts.recent';
const MOST = 5;

/** The fonts this browser used last, the last one first. */
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
    // A frame of another site may not store anything; the menu does without.
  }
}
