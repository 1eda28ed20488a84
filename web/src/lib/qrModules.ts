import encodeQR from 'qr';

/** The modules of a QR code, dark or light, without the quiet zone. */
export type QrModules = { size: number; get: (x: number, y: number) => boolean };

/** The smallest quiet zone of the encoder, in modules. */
const BORDER = 1;

/** The version and error correction level of a code. */
type Size = { ecc: 'medium' | 'quartile' | 'high'; version: number };

/** The code sizes by kind and length of the content, which determine the size. */
const sizes = new Map<string, Size | null>();
const utf8 = new TextEncoder();

/**
 * Returns the modules with error correction level M, or a higher one if the code does not become larger. Returns null if the
 * content does not fit into a QR code.
 */
export function qrModules(text: string): QrModules | null {
  const extent = extentOf(text);
  const known = sizes.get(extent);
  const size = known === undefined ? sizeFor(text) : known;
  if (known === undefined) sizes.set(extent, size);
  const rows = size && encoded(text, size.ecc, size.version);
  if (!rows) return null;
  return { size: rows.length - 2 * BORDER, get: (x, y) => rows[y + BORDER]?.[x + BORDER] ?? false };
}

/**
 * Returns the mode and length of a content: ISO/IEC 18004, table 5 has separate modes for digits, alphanumeric characters and
 * bytes.
 */
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
