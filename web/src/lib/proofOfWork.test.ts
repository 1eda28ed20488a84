import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { leadingZeroBits, solve } from './proofOfWork';

const bits = (text: string) => leadingZeroBits(createHash('sha256').update(text).digest());

describe('proof of work', () => {
  it.each([
    [[0xff], 0],
    [[0x01], 7],
    [[0x00, 0x80], 8],
    [[0x00, 0x00, 0x10], 19],
    [[0x00, 0x00], 16],
  ])('%j begins with %i zero bits', (bytes, expected) => {
    expect(leadingZeroBits(new Uint8Array(bytes))).toBe(expected);
  });

  it.each([0, 4, 10])('finds the first number with %i zero bits', async (difficulty) => {
    const n = await solve({ challenge: 'c', salt: 's', difficulty });
    expect(bits(`sc${n}`)).toBeGreaterThanOrEqual(difficulty);
    for (let earlier = 0; earlier < n; earlier += 1) {
      expect(bits(`sc${earlier}`)).toBeLessThan(difficulty);
    }
  });
});
