/** Local storage that never throws: private windows and full disks make it optional. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Says whether it is kept beyond this page. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
    return true;
  } catch {
    // The value then lives only as long as the page, which is the best there is.
    return false;
  }
}
