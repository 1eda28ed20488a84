import encodeQR from 'qr';

/** The squares of a QR code, dark or not, without the empty ones around it. */
export type QrModules = { size: number; get: (x: number, y: number) => boolean };

/** The empty modules that the encoder puts around the code at least. */
const BORDER = 1;

/** The code's modules with medium correction, or more where that costs no larger code; null where it does not fit into one. */
export function qrModules(text: string): QrModules | null {
  const medium = encoded(text, 'medium');
  if (!medium) return null;
  const size = medium.length - 2 * BORDER;
  const version = (size - 17) / 4; // ISO/IEC 18004, 5.3.2: a side has 17 modules and four for each version
  const rows = encoded(text, 'high', version) ?? encoded(text, 'quartile', version) ?? medium;
  return { size, get: (x, y) => rows[y + BORDER]?.[x + BORDER] ?? false };
}

function encoded(text: string, ecc: 'medium' | 'quartile' | 'high', version?: number): boolean[][] | null {
  try {
    return encodeQR(text, 'raw', { ecc, border: BORDER, ...(version && { version }) });
  } catch {
    return null;
  }
}
