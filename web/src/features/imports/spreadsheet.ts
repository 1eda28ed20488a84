/** The file extensions that the upload policy accepts as a spreadsheet. */
export const ENDINGS: readonly string[] = ['.csv', '.txt', '.xls', '.xlsx'];
export const MAX_BYTES = 20 * 1024 * 1024;
export const MAX_ROWS = 50_000;

/** Returns why a file cannot be uploaded, or null if it can. */
export function refusalOf(file: { name: string; size: number }): 'type' | 'tooLarge' | 'empty' | null {
  const name = file.name.toLowerCase();
  if (!ENDINGS.some((ending) => name.endsWith(ending))) return 'type';
  if (file.size > MAX_BYTES) return 'tooLarge';
  return file.size === 0 ? 'empty' : null;
}
