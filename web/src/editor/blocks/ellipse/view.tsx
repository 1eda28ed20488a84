import { IconCircle } from '@tabler/icons-react';
import { SHAPE_FIELDS } from '../../inspector/shapeFields';
import type { BlockView } from '../view';
import type { EllipseBlock } from './block';

export const view: BlockView<EllipseBlock> = { icon: IconCircle, fields: SHAPE_FIELDS };
