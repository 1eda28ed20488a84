import { describe, expect, it } from 'vitest';
import { qrCode, qrSVG } from './qr';

describe('a QR code', () => {
  it('keeps four empty modules around itself', () => {
    const { size, path } = qrCode('https://laurel.example/claim/abcdefghjkmn');
    expect(size).toBe(29 + 8);
    const corners = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, run]) => ({
      left: Number(x),
      right: Number(x) + Number(run),
      top: Number(y),
    }));
    expect(Math.min(...corners.map(({ left }) => left))).toBe(4);
    expect(Math.max(...corners.map(({ right }) => right))).toBe(size - 4);
    expect(Math.min(...corners.map(({ top }) => top))).toBe(4);
  });

  it('is a file of vectors of its own', () => {
    expect(qrSVG('x')).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29"/);
  });
});
