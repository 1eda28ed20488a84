import { describe, expect, it } from 'vitest';
import { centred, cropOf, shifted, zoomed } from './crop';

const size = { width: 1200, height: 800 };

describe('the section of a photo', () => {
  it('begins as the largest square in the middle', () => {
    expect(centred(size)).toEqual({ x: 200, y: 0, zoom: 1 });
    expect(cropOf(centred(size), size)).toEqual({ x: 200 / 1200, y: 0, size: 1 });
  });
  it('stays within the picture', () => {
    expect(shifted(centred(size), size, 5, 5)).toEqual({ x: 400, y: 0, zoom: 1 });
    expect(shifted(centred(size), size, -5, -5)).toEqual({ x: 0, y: 0, zoom: 1 });
  });
  it('keeps its middle when it is enlarged', () => {
    const near = zoomed(centred(size), size, 2);
    expect(near).toEqual({ x: 400, y: 200, zoom: 2 });
    expect(zoomed(near, size, 1)).toEqual({ x: 200, y: 0, zoom: 1 });
  });
});
