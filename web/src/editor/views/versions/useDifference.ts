import { useEffect, useState } from 'react';
import { type Difference, differenceOf, highlighted, type Pixels } from './diff';

export type Compared =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'done'; difference: Difference; width: number; height: number; pixels: ImageData };

/** Compares two pictures from the server, pixel by pixel. */
export function useDifference(older: string, newer: string): Compared {
  const [compared, setCompared] = useState<Compared>({ state: 'loading' });
  useEffect(() => {
    let current = true;
    setCompared({ state: 'loading' });
    compare(older, newer).then(
      (done) => current && setCompared(done),
      () => current && setCompared({ state: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [older, newer]);
  return compared;
}

async function compare(older: string, newer: string): Promise<Compared> {
  const [from, to] = await Promise.all([load(older), load(newer)]);
  // Pages of different shapes are aligned at their top left corner.
  const width = Math.max(from.naturalWidth, to.naturalWidth);
  const height = Math.max(from.naturalHeight, to.naturalHeight);
  const [a, b] = [pixelsOf(from, width, height), pixelsOf(to, width, height)];
  const difference = differenceOf(a, b);
  const pixels = new ImageData(highlighted(b, difference), width, height);
  return { state: 'done', difference, width, height, pixels };
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = address;
  await image.decode();
  return image;
}

function pixelsOf(image: HTMLImageElement, width: number, height: number): Pixels {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas to compare with');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height);
}
