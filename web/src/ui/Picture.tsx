import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './Picture.module.css';

interface PictureProps {
  src: string | null | undefined;
  /** What it shows; empty where the words beside it already say so. */
  alt: string;
  /** Width over height of the frame; the picture is fitted inside, never cut. */
  ratio?: number;
  width?: number | string;
  className?: string;
}

/** A picture in a frame of fixed shape: nothing jumps while it loads, one that takes long is seen to come, and a missing one leaves a quiet mark. */
export function Picture({ src, alt, ratio = 1.4, width = '100%', className }: PictureProps) {
  const [missing, setMissing] = useState<typeof src>(undefined);
  const [loaded, setLoaded] = useState<typeof src>(undefined);
  const there = src && src !== missing;
  const loading = there && src !== loaded;
  return (
    <span
      className={`${styles.frame} ${loading ? styles.loading : ''} ${className ?? ''}`}
      style={{ width, aspectRatio: ratio }}
    >
      {there ? (
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(src)}
          onError={() => setMissing(src)}
        />
      ) : (
        <IconPhoto aria-hidden stroke={1.3} className={styles.missing} />
      )}
    </span>
  );
}
