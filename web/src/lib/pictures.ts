/** The image widths that the server provides, in px. */
const WIDTHS = [240, 480, 960];

/** Returns the URLs of an image by width, for `srcset`, or undefined if it has only one size. */
export function widthsOf(address: string, widths: readonly number[] = WIDTHS): string | undefined {
  if (!address.includes('/v1/frontend/') || /[?&]width=/.test(address)) return undefined;
  return widths.map((width) => `${atWidth(address, width)} ${width}w`).join(', ');
}

/** The URL of an image that is at least so wide. */
export function atWidth(address: string, width: number): string {
  return `${address}${address.includes('?') ? '&' : '?'}width=${width}`;
}
