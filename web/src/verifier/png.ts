import { type Bytes, unpack } from './bytes';
import type { Carried } from './carried';
import { decoded } from './json';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const KEYWORDS = { newer: 'openbadgecredential', older: 'openbadges' } as const;
const MOST = 512 * 1024;

export const isPNG = (data: Bytes): boolean => SIGNATURE.every((byte, at) => data[at] === byte);

/** The credentials in an image, or 'damaged' if a checksum is wrong. */
export async function pngTexts(data: Bytes): Promise<Carried | 'damaged'> {
  const found: Carried = { newer: [], older: [] };
  const chunks = chunksOf(data);
  if (!chunks) return 'damaged';
  for (const { kind, body } of chunks) {
    for (const which of ['newer', 'older'] as const) {
      const text = await textBy(KEYWORDS[which], kind, body);
      if (text === 'damaged') return 'damaged';
      if (text) found[which].push(text.text);
    }
  }
  return found;
}

interface Chunk {
  kind: string;
  body: Bytes;
}

/** The text chunks, or null if a checksum is wrong or the image is truncated. */
function chunksOf(data: Bytes): Chunk[] | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= data.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > data.length || crc32(data.subarray(at + 4, end)) !== view.getUint32(end)) return null;
    const kind = latin(data.subarray(at + 4, at + 8));
    if (kind === 'IEND') return chunks;
    if (kind === 'iTXt' || kind === 'tEXt') chunks.push({ kind, body: data.slice(at + 8, end) });
    at = end + 4;
  }
  return null;
}

/**
 * The text of a chunk with the keyword: keyword, NUL and text. In an iTXt chunk, compression and languages precede the text.
 */
async function textBy(
  keyword: string,
  kind: string,
  body: Bytes,
): Promise<{ text: string } | 'damaged' | null> {
  if (latin(body.subarray(0, keyword.length + 1)) !== `${keyword}\0`) return null;
  if (kind === 'tEXt') return { text: latin(body.subarray(keyword.length + 1)) };
  const language = body.indexOf(0, keyword.length + 3);
  const translated = language < 0 ? -1 : body.indexOf(0, language + 1);
  if (translated < 0) return 'damaged';
  const packed = body[keyword.length + 1] === 1;
  const bytes = body.slice(translated + 1);
  const plain = packed ? await unpack(bytes, 'deflate', MOST) : bytes;
  const text = plain && decoded(plain);
  return text === null ? 'damaged' : { text };
}

const latin = (bytes: Bytes): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

function crc32(bytes: Bytes): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
