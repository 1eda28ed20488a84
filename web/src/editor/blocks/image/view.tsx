import { PICTURE_FIELDS } from '../../inspector/pictureFields';
import type { BlockFields } from '../view';
import type { ImageBlock } from './block';

export const fields: BlockFields<ImageBlock> = PICTURE_FIELDS;
