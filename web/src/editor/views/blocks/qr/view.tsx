import { useTranslation } from 'react-i18next';
import { QR_DEFAULTS, type QrBlock } from '../../../core/blocks/qr/block';
import type { HexColor } from '../../../core/document/types';
import { contrastRatio } from '../../../core/primitives/color';
import type { BlockFields, Blocks } from '../../fields/blockField';
import { ColorField } from '../../fields/ColorField';
import { Contrast } from '../../fields/Contrast';
import { TextControl } from '../../fields/controls';
import { useChange, useField } from '../../fields/useField';

type Props = { blocks: Blocks<QrBlock> };
type Colors = { background_color: HexColor; foreground_color: HexColor };

function colorsOf({ background_color, foreground_color }: QrBlock): Colors {
  return {
    background_color: background_color ?? QR_DEFAULTS.background_color,
    foreground_color: foreground_color ?? QR_DEFAULTS.foreground_color,
  };
}

function Content({ blocks }: Props) {
  const { t } = useTranslation();
  return (
    <TextControl
      blocks={blocks}
      name="qr_code"
      label={t('editor.qr.content')}
      description={t('editor.qr.help')}
      empty={t('editor.qr.empty')}
      lines
      maxLength={1000}
      dir="ltr"
    />
  );
}

/** The two colours of a QR code and their contrast; for several codes, the lowest contrast. */
function TwoColors({ blocks }: Props) {
  const { t } = useTranslation();
  const { changeEach } = useChange(blocks);
  const ink = useField<HexColor>(blocks, 'foreground_color', QR_DEFAULTS.foreground_color);
  const paper = useField<HexColor>(blocks, 'background_color', QR_DEFAULTS.background_color);
  const ratio = (colors: Colors) => contrastRatio(colors.background_color, colors.foreground_color);
  const recolor = (change: Partial<Colors>) =>
    changeEach(Object.keys(change).join(), (block) => ({
      ...change,
      contrast: Number(ratio({ ...colorsOf(block), ...change }).toFixed(2)),
    }));
  const weakest = blocks.map(colorsOf).reduce((a, b) => (ratio(b) < ratio(a) ? b : a));
  return (
    <>
      <ColorField
        label={t('editor.qr.foreground')}
        value={ink.value}
        disabled={ink.locked}
        onChange={(foreground_color) => recolor({ foreground_color })}
      />
      <ColorField
        label={t('editor.qr.background')}
        value={paper.value}
        disabled={paper.locked}
        onChange={(background_color) => recolor({ background_color })}
      />
      <Contrast a={weakest.foreground_color} b={weakest.background_color} subject="qr" />
    </>
  );
}

export const fields: BlockFields<QrBlock> = [
  { name: 'qr_code', Control: Content },
  { name: 'colors', Control: TwoColors },
];
