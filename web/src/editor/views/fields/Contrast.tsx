import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { HexColor } from '../../core/document/types';
import { contrastRatio, LEAST_CONTRAST } from '../../core/primitives/color';

/** From this contrast ratio on, every reader works. */
const GUARANTEED_FROM = 10;

/** Shows in words whether two colours have enough contrast. */
export function Contrast({ a, b, subject }: { a: HexColor; b: HexColor; subject: 'qr' | 'text' }) {
  const { t, i18n } = useTranslation();
  const ratio = contrastRatio(a, b);
  const verdict = ratio < LEAST_CONTRAST ? 'weak' : ratio < GUARANTEED_FROM ? 'fair' : 'strong';
  const shown = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(ratio);
  return (
    <Text fz="xs" c={verdict === 'weak' ? 'var(--lr-amber)' : 'dimmed'} role="status">
      {t(`editor.contrast.${subject}.${verdict}`, { ratio: shown })}
    </Text>
  );
}
