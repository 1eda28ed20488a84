import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PAPERS } from '../../core/document/blank';
import type { DesignSize, Orientation } from '../../core/document/types';
import { paperSize } from '../../core/primitives/sizes';
import styles from '../styles/paper.module.css';

/** The drawn length of the longer side of the largest paper, in px. */
const DRAWN_PX = 40;
const LONGEST_PX = 1123;
/** An A8 card drawn to scale would be too small to see. */
const SMALLEST_PX = 16;

type Props = {
  orientation: Orientation;
  /** Shows the dimensions below the names. */
  measures?: boolean;
};

/** The paper sizes of certificates, drawn to scale, inside a group of radio buttons. */
export function PaperRadios({ orientation, measures = false }: Props) {
  const { t } = useTranslation();
  return PAPERS.map((paper) => {
    const { width, height } = paperSize({ size: paper, orientation }, false);
    const name = t(`editor.size.${paper}`);
    const measured = `${Number.parseFloat(width)} × ${Number.parseFloat(height)} ${width.replace(/[\d.]+/, '')}`;
    return (
      <Radio.Card
        key={paper}
        value={paper}
        className={styles.paper}
        aria-label={`${name}, ${width} × ${height}`}
      >
        <span aria-hidden className={styles.sheet} style={drawn(paper, orientation)} />
        {name}
        {measures && (
          <bdi dir="ltr" className={styles.measures}>
            {measured}
          </bdi>
        )}
      </Radio.Card>
    );
  });
}

function drawn(size: DesignSize, orientation: Orientation) {
  const { px } = paperSize({ size, orientation }, false);
  const longest = Math.max(px.width, px.height);
  const scale = Math.max((longest / LONGEST_PX) * DRAWN_PX, SMALLEST_PX) / longest;
  return { width: px.width * scale, height: px.height * scale };
}
