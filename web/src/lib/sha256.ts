/**
 * Returns the SHA-256 of a short text. The browser's own implementation is missing on pages without TLS, and its promises make it
 * slower than this for thousands of small hashes.
 */
export function sha256(text: string): Uint8Array {
  const words = padded(new TextEncoder().encode(text));
  const hash = Int32Array.from(INITIAL);
  for (let block = 0; block < words.length; block += 16) compress(hash, words, block);
  const bytes = new DataView(new ArrayBuffer(32));
  for (const [index, word] of hash.entries()) bytes.setInt32(index * 4, word);
  return new Uint8Array(bytes.buffer);
}

const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES.map((prime) => fraction(Math.cbrt(prime))));
const schedule = new Int32Array(64);

function compress(hash: Int32Array, words: Int32Array, block: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = at(words, block + i);
  for (let i = 16; i < 64; i += 1) {
    const a = at(schedule, i - 15);
    const b = at(schedule, i - 2);
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    schedule[i] = at(schedule, i - 16) + s0 + at(schedule, i - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t1 =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + at(ROUNDS, i) + at(schedule, i)) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  hash[0] = at(hash, 0) + a;
  hash[1] = at(hash, 1) + b;
  hash[2] = at(hash, 2) + c;
  hash[3] = at(hash, 3) + d;
  hash[4] = at(hash, 4) + e;
  hash[5] = at(hash, 5) + f;
  hash[6] = at(hash, 6) + g;
  hash[7] = at(hash, 7) + h;
}

function padded(bytes: Uint8Array): Int32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const words = new Int32Array(blocks * 16);
  for (let i = 0; i < bytes.length; i += 1) putByte(words, i, bytes[i] ?? 0);
  putByte(words, bytes.length, 0x80);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

function putByte(words: Int32Array, index: number, byte: number): void {
  words[index >> 2] = at(words, index >> 2) | (byte << (24 - (index & 3) * 8));
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}
