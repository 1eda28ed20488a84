import { useTranslation } from 'react-i18next';
import type { Block } from '../../core/document/types';
import { SHAPE_DEFAULTS, type ShapeLooks } from '../../core/layout/shape';
import type { BlockField } from './blockField';
import { ColorField } from './ColorField';
import { NumberControl } from './controls';
import { Toggle } from './Toggle';
import { useField } from './useField';

type Ink = NonNullable<ShapeLooks['fill']>;

const PLAIN_FILL = '#ffffff';

type InkProps = { blocks: readonly Block[]; part: 'fill' | 'stroke'; whether: string; label: string };

/** An optional colour of a shape. */
function InkControl({ blocks, part, whether, label }: InkProps) {
  const field = useField<Ink>(blocks, part, SHAPE_DEFAULTS[part]);
  const start = part === 'fill' ? PLAIN_FILL : SHAPE_DEFAULTS.stroke;
  return (
    <>
      <Toggle
        label={whether}
        checked={field.value !== undefined && field.value !== 'none'}
        mixed={field.mixed}
        disabled={field.locked}
        onChange={(inked) => field.set(inked ? start : 'none')}
      />
      {field.value !== 'none' && (
        <ColorField label={label} value={field.value} disabled={field.locked} onChange={field.set} />
      )}
    </>
  );
}

function Fill({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTranslation();
  return (
    <InkControl
      blocks={blocks}
      part="fill"
      whether={t('editor.shape.filled')}
      label={t('editor.shape.fill')}
    />
  );
}

function Stroke({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTranslation();
  return (
    <InkControl
      blocks={blocks}
      part="stroke"
      whether={t('editor.shape.stroked')}
      label={t('editor.shape.stroke')}
    />
  );
}

function StrokeWidth({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTranslation();
  return (
    <NumberControl
      blocks={blocks}
      name="stroke_width"
      fallback={SHAPE_DEFAULTS.stroke_width}
      label={t('editor.shape.strokeWidth')}
      suffix={t('editor.unit.px')}
      min={0}
      max={100}
    />
  );
}

/** The fields that all closed shapes share. */
export const SHAPE_FIELDS: readonly BlockField<Block>[] = [
  { name: 'fill', Control: Fill },
  { name: 'stroke', Control: Stroke },
  { name: 'stroke_width', half: true, Control: StrokeWidth },
];
