/**
 * Reads from local storage. These functions never throw, because private windows and full disks make local storage unreliable.
 */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a value to local storage, or removes it for null. Returns whether that succeeded. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
    return true;
  } catch {
    // Without storage, the value lasts only as long as the page.
    return false;
  }
}
