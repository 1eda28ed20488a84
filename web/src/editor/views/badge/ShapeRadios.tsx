import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SHAPE_NAMES } from '../../core/badge/recipe';
import { PATHS } from '../../core/blocks/symbol/library';
import styles from '../styles/paper.module.css';

/** The initial shapes of a badge, inside a group of radio buttons. */
export function ShapeRadios() {
  const { t } = useTranslation();
  return SHAPE_NAMES.map((shape) => (
    <Radio.Card key={shape} value={shape} className={styles.paper}>
      <svg viewBox="0 0 100 100" aria-hidden="true" className={styles.shape}>
        <path d={PATHS.get(shape)} />
      </svg>
      {t(`editor.symbol.name.${shape}`)}
    </Radio.Card>
  ));
}
