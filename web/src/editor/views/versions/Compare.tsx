import { SegmentedControl, Skeleton, Slider } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import type { PastVersion } from '../../state/ports/versions';
import { type Compared, useDifference } from './useDifference';
import styles from './versions.module.css';

const WAYS = ['side', 'slider', 'difference'] as const;
type Way = (typeof WAYS)[number];

type Props = { older: PastVersion; newer: PastVersion };

/** Two versions side by side, one over the other, or only their differences. */
export function Compare({ older, newer }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [way, setWay] = useState<Way>('side');
  const compared = useDifference(pictureOf(older), pictureOf(newer));
  return (
    <>
      <div className={styles.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('editor.versions.way')}
          value={way}
          onChange={(next) => setWay(next as Way)}
          data={WAYS.map((value) => ({ value, label: t(`editor.versions.ways.${value}`) }))}
        />
        <p className={styles.note} role="status">
          {compared.state === 'loading' && t('editor.versions.comparing')}
          {compared.state === 'failed' && t('editor.versions.compareFailed')}
          {compared.state === 'done' &&
            (compared.difference.areas.length === 0
              ? t('editor.versions.same')
              : t('editor.versions.differ', {
                  count: compared.difference.areas.length,
                  number: format.number(compared.difference.areas.length),
                  share: format.percent(compared.difference.share),
                }))}
        </p>
      </div>
      {way === 'side' && (
        <div className={styles.pair}>
          <Picture version={older} />
          <Picture version={newer} />
        </div>
      )}
      {way === 'slider' && <Curtain older={older} newer={newer} />}
      {way === 'difference' && <Marked compared={compared} older={older} newer={newer} />}
    </>
  );
}

/** The width of all requested pictures, so that they can be overlaid. */
const WIDTH = 960;
export const pictureOf = ({ image }: PastVersion) => `${image}?width=${WIDTH}`;

/** One version, with its number below. */
export function Picture({ version }: { version: PastVersion }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = t('editor.versions.version', { number: format.number(version.number) });
  return (
    <figure className={styles.figure}>
      <img
        src={pictureOf(version)}
        alt={t('editor.versions.pictureOf', { version: name })}
        className={styles.picture}
      />
      <figcaption>{name}</figcaption>
    </figure>
  );
}

/** The newer version over the older one, clipped at a movable edge. */
function Curtain({ older, newer }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [drawn, setDrawn] = useState(50);
  const number = (version: PastVersion) =>
    t('editor.versions.version', { number: format.number(version.number) });
  return (
    <div dir="ltr">
      <div className={styles.curtain}>
        <img src={pictureOf(older)} alt={t('editor.versions.pictureOf', { version: number(older) })} />
        <img
          src={pictureOf(newer)}
          alt={t('editor.versions.pictureOf', { version: number(newer) })}
          className={styles.over}
          style={{ clipPath: `inset(0 0 0 ${drawn}%)` }}
        />
        <span className={styles.edge} style={{ left: `${drawn}%` }} aria-hidden />
      </div>
      <div className={styles.ends}>
        <span>{number(older)}</span>
        <Slider
          className={styles.slider}
          thumbLabel={t('editor.versions.slider')}
          label={null}
          value={drawn}
          onChange={setDrawn}
        />
        <span>{number(newer)}</span>
      </div>
    </div>
  );
}

/** The newer version, faded, with changes in a strong colour and a box around each. */
function Marked({ compared, older, newer }: Props & { compared: Compared }) {
  const { t } = useTranslation();
  const format = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (compared.state === 'done') canvas.current?.getContext('2d')?.putImageData(compared.pixels, 0, 0);
  }, [compared]);
  if (compared.state === 'failed') return null;
  if (compared.state === 'loading')
    return <Skeleton className={styles.figure} height={320} aria-busy="true" />;
  const { width, height, difference } = compared;
  const words = { older: format.number(older.number), newer: format.number(newer.number) };
  return (
    <div className={styles.curtain} dir="ltr">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={t('editor.versions.marked', words)}
        className={styles.picture}
      />
      <svg className={styles.boxes} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {difference.areas.map((area) => (
          <rect key={`${area.x} ${area.y}`} {...area} rx={4} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
    </div>
  );
}
