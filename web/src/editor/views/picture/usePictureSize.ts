import { useEffect, useState } from 'react';
import { loadPicture } from '../../core/paint/pictures';
import type { Box } from '../../core/primitives/sizes';

/** Returns the size of a picture in its own pixels once it is known. */
export function usePictureSize(url: string): Box | undefined {
  const [known, setKnown] = useState<{ url: string; size: Box }>();
  useEffect(() => {
    let current = true;
    if (url === '') return;
    loadPicture(url).then(
      (size) => current && setKnown({ url, size }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [url]);
  return known?.url === url ? known.size : undefined;
}
