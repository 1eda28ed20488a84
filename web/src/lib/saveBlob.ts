/** How long the browser may take to start reading the download. */
const KEPT_MS = 60_000;

/** Downloads a blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name.replace(/[\\/:*?"<>|]+/g, ' ').trim();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
