import { SegmentedControl, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEditorContext } from '../context';
import { contrastRatio } from '../model/color';
import { LINE_DEFAULTS, QR_DEFAULTS, SHAPE_DEFAULTS } from '../model/defaults';
import type {
  HexColor,
  ImageAttributeBlock,
  ImageBlock,
  ImageFit,
  LineBlock,
  LineStyle,
  QrBlock,
  ShapeBlock,
} from '../model/types';
import panels from '../panels/panels.module.css';
import { patchBlocks } from '../state/blocks';
import { frameOf } from '../state/frames';
import { placeBlock } from '../state/place';
import { keyOf } from '../state/sheet';
import { ColorField } from './ColorField';
import { Contrast } from './Contrast';
import { NumberField } from './NumberField';
import { usePatch } from './usePatch';

const LINE_STYLES: readonly LineStyle[] = [
  'solid',
  'dashed',
  'dotted',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
];
const FITS: readonly ImageFit[] = ['contain', 'cover', 'fill'];
const PLAIN_FILL = '#ffffff';

/** What a QR code holds and its two colours, whose contrast is kept with it. */
export function QrFields({ block }: { block: QrBlock }) {
  const { t } = useTranslation();
  const { patch, settle } = usePatch([keyOf(block)]);
  const paper = block.background_color ?? QR_DEFAULTS.background_color;
  const ink = block.foreground_color ?? QR_DEFAULTS.foreground_color;
  const recolor = (colors: { background_color?: HexColor; foreground_color?: HexColor }) => {
    const next = { background_color: paper, foreground_color: ink, ...colors };
    const contrast = Number(contrastRatio(next.background_color, next.foreground_color).toFixed(2));
    patch({ ...colors, contrast });
  };
  return (
    <Stack gap="sm">
      <Textarea
        size="xs"
        label={t('editor.qr.content')}
        description={t('editor.qr.help')}
        autosize
        maxLength={1000}
        dir="ltr"
        value={block.qr_code}
        error={block.qr_code.trim() === '' && t('editor.qr.empty')}
        onBlur={settle}
        onChange={(event) =>
          event.currentTarget.value !== '' && patch({ qr_code: event.currentTarget.value })
        }
      />
      <ColorField
        label={t('editor.qr.foreground')}
        value={ink}
        onChange={(foreground_color) => recolor({ foreground_color })}
      />
      <ColorField
        label={t('editor.qr.background')}
        value={paper}
        onChange={(background_color) => recolor({ background_color })}
      />
      <Contrast a={ink} b={paper} subject="qr" />
    </Stack>
  );
}

export function LineFields({ block }: { block: LineBlock }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const { patch } = usePatch([keyOf(block)]);
  const orientation = block.orientation ?? LINE_DEFAULTS.orientation;

  /** A line that is turned keeps its middle and its length. */
  const turn = (next: 'horizontal' | 'vertical') => {
    if (next === orientation) return;
    store.getState().change('style', (sheet) => {
      const { left, top, width, height } = frameOf(block);
      const turned = {
        left: left + (width - height) / 2,
        top: top + (height - width) / 2,
        width: height,
        height: width,
      };
      return placeBlock(patchBlocks(sheet, [keyOf(block)], { orientation: next }), keyOf(block), turned);
    });
  };
  return (
    <Stack gap="sm">
      <div className={panels.pair}>
        <Select
          size="xs"
          label={t('editor.line.style')}
          allowDeselect={false}
          value={block.line_style ?? LINE_DEFAULTS.line_style}
          data={LINE_STYLES.map((style) => ({ value: style, label: t(`editor.lineStyle.${style}`) }))}
          onChange={(style) => style && patch({ line_style: style as LineStyle })}
        />
        <NumberField
          label={t('editor.line.width')}
          suffix={t('editor.unit.px')}
          min={0.1}
          max={100}
          value={block.line_width ?? LINE_DEFAULTS.line_width}
          onChange={(line_width) => patch({ line_width })}
        />
      </div>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('editor.line.orientation')}
        value={orientation}
        onChange={(next) => turn(next as 'horizontal' | 'vertical')}
        data={(['horizontal', 'vertical'] as const).map((way) => ({
          value: way,
          label: t(`editor.line.${way}`),
        }))}
      />
      <ColorField
        label={t('editor.line.color')}
        value={block.color ?? LINE_DEFAULTS.color}
        onChange={(color) => patch({ color })}
      />
    </Stack>
  );
}

export function ShapeFields({ block }: { block: ShapeBlock }) {
  const { t } = useTranslation();
  const { patch } = usePatch([keyOf(block)]);
  const fill = block.fill ?? SHAPE_DEFAULTS.fill;
  const stroke = block.stroke ?? SHAPE_DEFAULTS.stroke;
  return (
    <Stack gap="sm">
      <Switch
        size="xs"
        label={t('editor.shape.filled')}
        checked={fill !== 'none'}
        onChange={(event) => patch({ fill: event.currentTarget.checked ? PLAIN_FILL : 'none' })}
      />
      {fill !== 'none' && (
        <ColorField label={t('editor.shape.fill')} value={fill} onChange={(next) => patch({ fill: next })} />
      )}
      <Switch
        size="xs"
        label={t('editor.shape.stroked')}
        checked={stroke !== 'none'}
        onChange={(event) => patch({ stroke: event.currentTarget.checked ? SHAPE_DEFAULTS.stroke : 'none' })}
      />
      {stroke !== 'none' && (
        <ColorField
          label={t('editor.shape.stroke')}
          value={stroke}
          onChange={(next) => patch({ stroke: next })}
        />
      )}
      <div className={panels.pair}>
        <NumberField
          label={t('editor.shape.strokeWidth')}
          suffix={t('editor.unit.px')}
          min={0}
          max={100}
          value={block.stroke_width ?? SHAPE_DEFAULTS.stroke_width}
          onChange={(stroke_width) => patch({ stroke_width })}
        />
        {block.kind === 'rectangle' && (
          <NumberField
            label={t('editor.shape.radius')}
            suffix={t('editor.unit.px')}
            min={0}
            max={600}
            value={block.radius ?? SHAPE_DEFAULTS.radius}
            onChange={(radius) => patch({ radius })}
          />
        )}
      </div>
    </Stack>
  );
}

export function ImageFields({ block }: { block: ImageBlock | ImageAttributeBlock }) {
  const { t } = useTranslation();
  const { ports } = useEditorContext();
  const { patch, settle } = usePatch([keyOf(block)]);
  const known = ports.attributes.filter(({ kind }) => kind === 'image');
  return (
    <Stack gap="sm">
      {block.kind === 'image_attribute' && (
        <Select
          size="xs"
          label={t('editor.imageAttribute.which')}
          allowDeselect={false}
          value={block.custom_image_attribute}
          data={known.map(({ tagName, name }) => ({ value: `[${tagName}]`, label: name }))}
          onChange={(tag) => tag && patch({ custom_image_attribute: tag })}
        />
      )}
      <Select
        size="xs"
        label={t('editor.image.fit')}
        allowDeselect={false}
        value={block.fit ?? 'contain'}
        data={FITS.map((fit) => ({ value: fit, label: t(`editor.fit.${fit}`) }))}
        onChange={(fit) => fit && patch({ fit: fit as ImageFit })}
      />
      <TextInput
        size="xs"
        label={t('editor.image.alt')}
        description={t('editor.image.altHelp')}
        maxLength={500}
        dir="auto"
        value={block.alt ?? ''}
        onBlur={settle}
        onChange={(event) => patch({ alt: event.currentTarget.value })}
      />
    </Stack>
  );
}
