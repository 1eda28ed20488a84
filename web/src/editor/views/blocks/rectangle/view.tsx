import { useTranslation } from 'react-i18next';
import { NO_RADIUS, type RectangleBlock } from '../../../core/blocks/rectangle/block';
import type { BlockFields, Blocks } from '../../fields/blockField';
import { NumberControl } from '../../fields/controls';
import { SHAPE_FIELDS } from '../../fields/shapeFields';

const MAX_RADIUS_PX = 600;

function Radius({ blocks }: { blocks: Blocks<RectangleBlock> }) {
  const { t } = useTranslation();
  return (
    <NumberControl
      blocks={blocks}
      name="radius"
      fallback={NO_RADIUS}
      label={t('editor.shape.radius')}
      suffix={t('editor.unit.px')}
      min={0}
      max={MAX_RADIUS_PX}
    />
  );
}

export const fields: BlockFields<RectangleBlock> = [
  ...SHAPE_FIELDS,
  { name: 'radius', half: true, Control: Radius },
];
