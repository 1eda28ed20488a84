const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Returns a description such as "Firefox · Windows" for a user agent, or null if it is unknown. */
export function describeBrowser(userAgent: string): string | null {
  const found = [BROWSERS, SYSTEMS].flatMap(
    (table) => table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  );
  return found.length > 0 ? found.join(' · ') : null;
}
