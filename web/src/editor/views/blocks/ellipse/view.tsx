import type { EllipseBlock } from '../../../core/blocks/ellipse/block';
import type { BlockFields } from '../../fields/blockField';
import { SHAPE_FIELDS } from '../../fields/shapeFields';

export const fields: BlockFields<EllipseBlock> = SHAPE_FIELDS;
