import { PICTURE_FIELDS } from '../../inspector/pictureFields';
import { RESOLUTION_FIELD } from '../../inspector/resolutionField';
import type { BlockFields } from '../view';
import type { ImageBlock } from './block';

export const fields: BlockFields<ImageBlock> = [...PICTURE_FIELDS, RESOLUTION_FIELD];
