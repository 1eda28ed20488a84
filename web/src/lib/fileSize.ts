const UNITS = ['', 'k', 'm', 'g', 't', 'p', 'e', 'z', 'y'];

/** Parses a size such as "5Mb", "20 kB" or a plain number to bytes, with units of 1024. Returns NaN for anything else. */
export function parseFileSize(text: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(?:([kmgtpezy]?)b)?\s*$/i.exec(text);
  if (!match) return Number.NaN;
  return Number(match[1]) * 1024 ** UNITS.indexOf((match[2] ?? '').toLowerCase());
}
