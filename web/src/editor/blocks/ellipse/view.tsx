import { SHAPE_FIELDS } from '../../inspector/shapeFields';
import type { BlockFields } from '../view';
import type { EllipseBlock } from './block';

export const fields: BlockFields<EllipseBlock> = SHAPE_FIELDS;
