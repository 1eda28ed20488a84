/** The image widths that the server provides, in px. */
const WIDTHS = [240, 480, 960];

/** Returns the URLs of an image by width, for `srcset`, or undefined if it has only one size. */
export function widthsOf(address: string): string | undefined {
  if (!address.includes('/v1/frontend/') || /[?&]width=/.test(address)) return undefined;
  const sized = (width: number) => `${address}${address.includes('?') ? '&' : '?'}width=${width}`;
  return WIDTHS.map((width) => `${sized(width)} ${width}w`).join(', ');
}
