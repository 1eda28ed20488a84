import { Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ORIENTATIONS } from '../../core/document/blank';
import type { DesignSize, Orientation } from '../../core/document/types';
import { useEditor } from '../../state/context/context';
import type { Commands } from '../commands/useCommands';
import styles from '../styles/paper.module.css';
import { PaperRadios } from './PaperRadios';

/** The paper size and orientation. The page contents adapt to a change. */
export function PaperPicker({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const size = useEditor((state) => state.sheet.design.size);
  const orientation = useEditor((state) => state.sheet.design.orientation);
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('editor.page.size')}
        size="xs"
        value={size}
        onChange={(next) => void commands.changePaper({ size: next as DesignSize })}
      >
        <div className={styles.papers}>
          <PaperRadios orientation={orientation} />
        </div>
      </Radio.Group>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('editor.page.orientation')}
        value={orientation}
        onChange={(next) => void commands.changePaper({ orientation: next as Orientation })}
        data={ORIENTATIONS.map((way) => ({ value: way, label: t(`editor.page.${way}`) }))}
      />
      <Text fz="xs" c="dimmed">
        {t('editor.page.sizeHelp')}
      </Text>
    </Stack>
  );
}
