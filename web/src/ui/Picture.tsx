import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { widthsOf } from '../lib/pictures';
import styles from './Picture.module.css';

/** No list shows a picture wider, in px. One of several widths is as wide as it says, and the frame makes it smaller. */
const WIDEST = 480;

interface PictureProps {
  src: string | null | undefined;
  /** What it shows; empty where the words beside it already say so. */
  alt: string;
  /** A picture much like it that is quicker to have: it shows until the other is there, and in its place where it does not come. */
  placeholder?: string | null | undefined;
  /** Width over height of the frame; the picture is fitted inside, never cut. */
  ratio?: number;
  width?: number | string;
  className?: string;
}

/** A picture in a frame of fixed shape: nothing jumps while it loads, one that takes long is seen to come, and a missing one leaves a quiet mark. */
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
          // The one below says nothing that the one above does not say.
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
