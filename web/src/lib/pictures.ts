/** The widths, in px, that the server makes pictures in. */
const WIDTHS = [240, 480, 960];

/** The addresses of a picture by its width, for `srcset`; undefined where it has one size only. */
export function widthsOf(address: string): string | undefined {
  if (!address.includes('/v1/frontend/') || /[?&]width=/.test(address)) return undefined;
  const sized = (width: number) => `${address}${address.includes('?') ? '&' : '?'}width=${width}`;
  return WIDTHS.map((width) => `${sized(width)} ${width}w`).join(', ');
}
