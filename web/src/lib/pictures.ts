/** The image widths that the server provides, in px. */
const WIDTHS = [240, 480, 720, 960];

/** Returns the URLs of an image by width, for `srcset`, or undefined if it has only one size. */
export function widthsOf(address: string, widths: readonly number[] = WIDTHS): string | undefined {
  if (!address.includes('/v1/frontend/') || /[?&]width=/.test(address)) return undefined;
  return widths.map((width) => `${atWidth(address, width)} ${width}w`).join(', ');
}

/** The URL of an image that is at least so wide. */
export const atWidth = (address: string, width: number): string => asking(address, `width=${width}`);

/** The URL of a badge's image as a WebP: smaller than a PNG, and transparent unlike a JPEG. */
export const asWebP = (address: string): string => asking(address, 'format=webp');

function asking(address: string, parameter: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${parameter}`;
}
