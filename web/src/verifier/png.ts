import { type Bytes, unpack } from './bytes';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const KEYWORD = 'openbadgecredential';
const MOST = 512 * 1024;

export const isPNG = (data: Bytes): boolean => SIGNATURE.every((byte, at) => data[at] === byte);

/** The credentials that a picture carries; 'damaged' when one of its checksums does not fit. */
export async function pngTexts(data: Bytes): Promise<string[] | 'damaged'> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: string[] = [];
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > data.length) return 'damaged';
    const size = view.getUint32(at);
    const end = at + 8 + size;
    if (end + 4 > data.length || crc32(data.subarray(at + 4, end)) !== view.getUint32(end)) return 'damaged';
    const kind = latin(data.subarray(at + 4, at + 8));
    if (kind === 'IEND') return found;
    const text = kind === 'iTXt' ? await credentialIn(data.slice(at + 8, end)) : null;
    if (text === 'damaged') return 'damaged';
    if (text) found.push(text.text);
    at = end + 4;
  }
}

/** The text of one chunk, if it goes by the keyword: keyword, NUL, packed or not, method, language, NUL, its keyword, NUL, text. */
async function credentialIn(body: Bytes): Promise<{ text: string } | 'damaged' | null> {
  if (latin(body.subarray(0, KEYWORD.length + 1)) !== `${KEYWORD}\0`) return null;
  const rest = KEYWORD.length + 3;
  const language = body.indexOf(0, rest);
  const translated = language < 0 ? -1 : body.indexOf(0, language + 1);
  if (translated < 0) return 'damaged';
  const packed = body[KEYWORD.length + 1] === 1;
  const text = body.slice(translated + 1);
  const plain = packed ? await unpack(text, 'deflate', MOST) : text;
  return plain ? { text: new TextDecoder().decode(plain) } : 'damaged';
}

const latin = (bytes: Bytes): string => String.fromCharCode(...bytes);

function crc32(bytes: Bytes): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
