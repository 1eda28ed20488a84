/** How long the browser may take to begin reading what it downloads. */
const KEPT_MS = 60_000;

/** Lets the browser download a file that is already here. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name.replace(/[\\/:*?"<>|]+/g, ' ').trim();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
