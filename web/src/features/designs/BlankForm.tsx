import { Button, Radio, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ORIENTATIONS, PaperRadios, printBox, ShapeRadios, SIZES } from '../../editor';
import { useFormat } from '../../i18n/useFormat';
import { Panel } from '../../ui/Panel';
import styles from './BlankForm.module.css';
import type { DesignStart } from './start';

interface BlankFormProps {
  start: DesignStart;
  onChange: (part: Partial<DesignStart>) => void;
  onBegin: () => void;
}

/** Form for a blank page: the paper of a certificate or the shape of a badge, with a button that opens the editor. */
export function BlankForm({ start, onChange, onBegin }: BlankFormProps) {
  const { t } = useTranslation();
  const isBadge = start.kind === 'badge';
  return (
    <Panel title={t('designs.start.blank')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onBegin();
        }}
      >
        {isBadge ? (
          <Radio.Group
            label={t('designs.start.shape')}
            value={start.shape}
            onChange={(shape) => onChange({ shape })}
          >
            <div className={styles.shapes}>
              <Radio.Card value="" className={styles.none}>
                <span aria-hidden />
                {t('designs.start.noShape')}
              </Radio.Card>
              <Suspense fallback={<Skeleton height={84} className={styles.loading} />}>
                <ShapeRadios />
              </Suspense>
            </div>
          </Radio.Group>
        ) : (
          <Paper start={start} onChange={onChange} />
        )}
        <Button type="submit" leftSection={<IconPlus size={16} aria-hidden />} className={styles.begin}>
          {t('designs.start.begin')}
        </Button>
      </form>
    </Panel>
  );
}

function Paper({ start, onChange }: Pick<BlankFormProps, 'start' | 'onChange'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { width, height } = printBox(start);
  const { bleedMm } = SIZES[start.size];
  const pixels = { width: format.number(width), height: format.number(height) };
  return (
    <div>
      <div className={styles.paper}>
        <Radio.Group
          label={t('editor.page.size')}
          value={start.size}
          onChange={(size) => onChange({ size: size as DesignStart['size'] })}
        >
          <div className={styles.sizes}>
            <PaperRadios orientation={start.orientation} measures />
          </div>
        </Radio.Group>
        <div>
          <Text component="div" fw={500} mb={6} id="orientation-label">
            {t('editor.page.orientation')}
          </Text>
          <SegmentedControl
            aria-labelledby="orientation-label"
            value={start.orientation}
            onChange={(orientation) => onChange({ orientation: orientation as DesignStart['orientation'] })}
            data={ORIENTATIONS.map((way) => ({ value: way, label: t(`editor.page.${way}`) }))}
          />
        </div>
      </div>
      <Text c="dimmed" fz="sm" mt="xs">
        {bleedMm > 0
          ? t('designs.start.printBleed', { ...pixels, bleed: format.number(bleedMm) })
          : t('designs.start.print', pixels)}
      </Text>
    </div>
  );
}
