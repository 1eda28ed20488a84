import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LINE_DEFAULTS, type LineBlock, type LineStyle } from '../../../core/blocks/line/block';
import { keyOf, type Sheet } from '../../../core/document/sheet';
import { frameOf } from '../../../core/geometry/frames';
import { useEditorContext } from '../../../state/context/context';
import { patchBlocks } from '../../../state/editing/blocks';
import { placeBlock } from '../../../state/editing/place';
import type { BlockFields, Blocks } from '../../fields/blockField';
import { ChoiceControl, NumberControl } from '../../fields/controls';
import { INK_FIELD } from '../../fields/inkField';
import { useField } from '../../fields/useField';

type Props = { blocks: Blocks<LineBlock> };
type Way = 'horizontal' | 'vertical';

const STYLES: readonly LineStyle[] = [
  'solid',
  'dashed',
  'dotted',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
];

function Style({ blocks }: Props) {
  const { t } = useTranslation();
  return (
    <ChoiceControl<LineStyle>
      blocks={blocks}
      name="line_style"
      fallback={LINE_DEFAULTS.line_style}
      label={t('editor.line.style')}
      data={STYLES.map((style) => ({ value: style, label: t(`editor.lineStyle.${style}`) }))}
    />
  );
}

function Thickness({ blocks }: Props) {
  const { t } = useTranslation();
  return (
    <NumberControl
      blocks={blocks}
      name="line_width"
      fallback={LINE_DEFAULTS.line_width}
      label={t('editor.line.width')}
      suffix={t('editor.unit.px')}
      min={0.1}
      max={100}
    />
  );
}

/** Changes the orientation of a line and keeps its centre and length. */
function turned(sheet: Sheet, block: LineBlock, way: Way): Sheet {
  if ((block.orientation ?? LINE_DEFAULTS.orientation) === way) return sheet;
  const { left, top, width, height } = frameOf(block);
  const frame = {
    left: left + (width - height) / 2,
    top: top + (height - width) / 2,
    width: height,
    height: width,
  };
  return placeBlock(patchBlocks(sheet, [keyOf(block)], { orientation: way }), keyOf(block), frame);
}

function Direction({ blocks }: Props) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const { value, locked } = useField<Way>(blocks, 'orientation', LINE_DEFAULTS.orientation);
  const turn = (way: Way) =>
    store
      .getState()
      .change('style', (sheet) => blocks.reduce((next, block) => turned(next, block, way), sheet));
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('editor.line.orientation')}
      disabled={locked}
      value={value ?? ''}
      onChange={(way) => turn(way as Way)}
      data={(['horizontal', 'vertical'] as const).map((way) => ({
        value: way,
        label: t(`editor.line.${way}`),
      }))}
    />
  );
}

export const fields: BlockFields<LineBlock> = [
  { name: 'line_style', half: true, Control: Style },
  { name: 'line_width', half: true, Control: Thickness },
  { name: 'orientation', Control: Direction },
  INK_FIELD,
];
