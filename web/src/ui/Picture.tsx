import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { widthsOf } from '../lib/pictures';
import styles from './Picture.module.css';

/**
 * The largest width of a picture in any list, in px. An image with a srcset has the width in `sizes`; the frame scales it down.
 */
const WIDEST = 480;

interface PictureProps {
  src: string | null | undefined;
  /** The alternative text. Leave it empty if the surrounding text already says the same. */
  alt: string;
  /** A similar image that loads faster. It is shown until `src` has loaded, and instead of `src` if that fails to load. */
  placeholder?: string | null | undefined;
  /** The aspect ratio of the frame (width / height). The image is fitted into it and never cropped. */
  ratio?: number;
  width?: number | string;
  className?: string;
}

/**
 * An image in a frame with a fixed aspect ratio, so that loading does not shift the layout. It shows a loading state, and an
 * icon if the image is missing.
 */
export function Picture({ src, alt, placeholder, ratio = 1.4, width = '100%', className }: PictureProps) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [loaded, setLoaded] = useState<typeof src>(undefined);
  const isThere = (address: typeof src): address is string => !!address && !missing.includes(address);
  const shown = isThere(src) ? [src] : [];
  if (isThere(placeholder) && src !== loaded && placeholder !== src) shown.unshift(placeholder);
  const loading = shown.length > 0 && !shown.includes(loaded ?? '');
  return (
    <span
      className={`${styles.frame} ${loading ? styles.loading : ''} ${className ?? ''}`}
      style={{ width, aspectRatio: ratio }}
    >
      {shown.map((address) => (
        <img
          key={address}
          src={address}
          srcSet={widthsOf(address)}
          sizes={`${typeof width === 'number' ? width : WIDEST}px`}
          // The placeholder needs no alternative text of its own.
          alt={address === shown.at(-1) ? alt : ''}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded((before) => (before === src ? before : address))}
          onError={() => setMissing((before) => [...before, address])}
        />
      ))}
      {shown.length === 0 && <IconPhoto aria-hidden stroke={1.3} className={styles.missing} />}
    </span>
  );
}
