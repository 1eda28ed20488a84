import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImageBlock } from '../../core/blocks/image/block';
import { PICTURE_DEFAULTS } from '../../core/layout/image';
import { printedDpi, SHARP_DPI } from '../../core/layout/resolution';
import { blockFrame } from '../../core/page/frame';
import { isVector, pageBox } from '../../core/primitives/sizes';
import { useEditor } from '../../state/context/context';
import { usePictureSize } from '../picture/usePictureSize';
import type { BlockField, Blocks } from './blockField';

/** The print resolution of a picture at its size on the page, with a warning if it is too low. */
function Resolution({ blocks: [block] }: { blocks: Blocks<ImageBlock> }) {
  const { t, i18n } = useTranslation();
  const size = useEditor((state) => state.sheet.design.size);
  const orientation = useEditor((state) => state.sheet.design.orientation);
  const picture = usePictureSize(block.image_url);
  if (!picture || isVector(block.image_url)) return null;
  const frame = blockFrame(block, pageBox({ size, orientation }));
  const dpi = printedDpi(picture, frame, block.fit ?? PICTURE_DEFAULTS.fit);
  const blurred = dpi < SHARP_DPI;
  return (
    <Text fz="xs" c={blurred ? 'var(--lr-amber)' : 'dimmed'} role="note">
      {t(blurred ? 'editor.image.blurred' : 'editor.image.sharp', {
        dpi: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 }).format(dpi),
        sharp: new Intl.NumberFormat(i18n.language).format(SHARP_DPI),
      })}
    </Text>
  );
}

export const RESOLUTION_FIELD: BlockField<ImageBlock> = {
  name: 'resolution',
  solo: true,
  Control: Resolution,
};
