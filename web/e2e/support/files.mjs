import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

const poppler = (tool, ...args) => execFileSync(tool, args, { encoding: 'utf8' });

/** The words of a PDF without what extraction adds or drops: gaps, marks of direction, forms of presentation. */
export const pdfText = (file) => bare(poppler('pdftotext', '-layout', file, '-'));
export const bare = (text) => text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');

/** Width and height of one of a PDF's boxes, in points. */
export function pdfBox(file, name) {
  const line = new RegExp(`^${name}:\\s+([\\d.-]+)\\s+([\\d.-]+)\\s+([\\d.-]+)\\s+([\\d.-]+)`, 'm');
  const [, left, bottom, right, top] = line.exec(poppler('pdfinfo', '-box', file)).map(Number);
  return { width: right - left, height: top - bottom };
}

/** The international text chunk of a PNG with this keyword, uncompressed as baked badges have it. */
export function pngText(bytes, keyword) {
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'iTXt' && data.toString('latin1', 0, data.indexOf(0)) === keyword) return textOf(data);
    at += 12 + length;
  }
  return undefined;
}

/** What follows keyword, two flags, language and translated keyword, each ended by a zero. */
function textOf(data) {
  const flags = data.indexOf(0) + 1;
  const language = data.indexOf(0, flags + 2);
  return data.toString('utf8', data.indexOf(0, language + 1) + 1);
}

/** The names of the files in a ZIP, from the directory at its end (APPNOTE 4.3.12). */
export function zipNames(bytes) {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const names = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    names.push(bytes.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

export const sha256 = (text) => createHash('sha256').update(text).digest('hex');
