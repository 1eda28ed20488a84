import { useEffect, useState } from 'react';
import type { Picture } from '../../core/layout/image';

/** A loaded picture with its image element. */
export type LoadedPicture = Picture & { element: HTMLImageElement };

const loading = new Map<string, Promise<LoadedPicture | undefined>>();

/** Loads a picture once. Returns undefined if it cannot be shown. */
function load(href: string): Promise<LoadedPicture | undefined> {
  const known = loading.get(href) ?? fetchPicture(href);
  loading.set(href, known);
  return known;
}

async function fetchPicture(href: string): Promise<LoadedPicture | undefined> {
  const element = new Image();
  element.src = href;
  try {
    await element.decode();
  } catch {
    // The next use retries: the network may be back.
    loading.delete(href);
    return undefined;
  }
  return { href, width: element.naturalWidth, height: element.naturalHeight, element };
}

/** Returns the pictures of these URLs that have loaded so far. */
export function usePictures(urls: readonly string[]): ReadonlyMap<string, LoadedPicture> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, LoadedPicture>>(new Map());
  const list = urls.join('\n');

  useEffect(() => {
    let current = true;
    for (const url of list.split('\n').filter(Boolean)) {
      void load(url).then((picture) => {
        if (!current || !picture) return;
        setPictures((known) => (known.get(url) === picture ? known : new Map(known).set(url, picture)));
      });
    }
    return () => {
      current = false;
    };
  }, [list]);

  return pictures;
}
