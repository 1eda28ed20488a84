import encodeQR from 'qr';

/** The squares of a QR code, dark or not, without the empty ones around it. */
export type QrModules = { size: number; get: (x: number, y: number) => boolean };

/** The empty modules that the encoder puts around the code at least. */
const BORDER = 1;

/** A version and a correction. */
type Size = { ecc: 'medium' | 'quartile' | 'high'; version: number };

/** The size of code that a content takes: it depends on its letters' kind and number alone, so it is found once for each. */
const sizes = new Map<string, Size | null>();
const utf8 = new TextEncoder();

/** The code's modules with medium correction, or more where that costs no larger code; null where it does not fit into one. */
export function qrModules(text: string): QrModules | null {
  const extent = extentOf(text);
  const known = sizes.get(extent);
  const size = known === undefined ? sizeFor(text) : known;
  if (known === undefined) sizes.set(extent, size);
  const rows = size && encoded(text, size.ecc, size.version);
  if (!rows) return null;
  return { size: rows.length - 2 * BORDER, get: (x, y) => rows[y + BORDER]?.[x + BORDER] ?? false };
}

/** How much room a content takes: digits, the letters of ISO/IEC 18004, table 5, and all else have a way of writing each. */
function extentOf(text: string): string {
  if (/^\d*$/.test(text)) return `digits ${text.length}`;
  if (/^[\dA-Z $%*+\-./:]*$/.test(text)) return `letters ${text.length}`;
  return `bytes ${utf8.encode(text).length}`;
}

function sizeFor(text: string): Size | null {
  const medium = encoded(text, 'medium');
  if (!medium) return null;
  const version = (medium.length - 2 * BORDER - 17) / 4; // ISO/IEC 18004, 5.3.2: a side has 17 modules and four for each version
  const ecc = (['high', 'quartile'] as const).find((more) => encoded(text, more, version));
  return { ecc: ecc ?? 'medium', version };
}

function encoded(text: string, ecc: 'medium' | 'quartile' | 'high', version?: number): boolean[][] | null {
  try {
    return encodeQR(text, 'raw', { ecc, border: BORDER, ...(version && { version }) });
  } catch {
    return null;
  }
}
