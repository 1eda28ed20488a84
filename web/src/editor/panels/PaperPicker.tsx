import { Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../context';
import { paperSize } from '../model/sizes';
import type { DesignSize, Orientation } from '../model/types';
import type { Commands } from '../useCommands';
import gallery from './gallery.module.css';

const PAPERS = ['us-letter', 'a4', 'a8'] as const;
const WAYS = ['landscape', 'portrait'] as const;
/** How long the longer side of the largest paper is drawn, in px. */
const DRAWN_PX = 40;
const LONGEST_PX = 1123;
/** An A8 card drawn to scale would be too small to see. */
const SMALLEST_PX = 16;

/** The paper and which way it lies; what is on the page follows. */
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
        <div className={gallery.papers}>
          {PAPERS.map((paper) => (
            <Radio.Card key={paper} value={paper} className={gallery.paper} aria-label={paperName(paper)}>
              <span aria-hidden className={gallery.sheet} style={drawn(paper, orientation)} />
              {t(`editor.size.${paper}`)}
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('editor.page.orientation')}
        value={orientation}
        onChange={(next) => void commands.changePaper({ orientation: next as Orientation })}
        data={WAYS.map((way) => ({ value: way, label: t(`editor.page.${way}`) }))}
      />
      <Text fz="xs" c="dimmed">
        {t('editor.page.sizeHelp')}
      </Text>
    </Stack>
  );

  function paperName(paper: (typeof PAPERS)[number]): string {
    const { width, height } = paperSize({ size: paper, orientation }, false);
    return `${t(`editor.size.${paper}`)}, ${width} × ${height}`;
  }
}

function drawn(size: DesignSize, orientation: Orientation) {
  const { px } = paperSize({ size, orientation }, false);
  const longest = Math.max(px.width, px.height);
  const scale = Math.max((longest / LONGEST_PX) * DRAWN_PX, SMALLEST_PX) / longest;
  return { width: px.width * scale, height: px.height * scale };
}
