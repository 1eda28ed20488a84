import type { ImageBlock } from '../../../core/blocks/image/block';
import type { BlockFields } from '../../fields/blockField';
import { PICTURE_FIELDS } from '../../fields/pictureFields';
import { RESOLUTION_FIELD } from '../../fields/resolutionField';

export const fields: BlockFields<ImageBlock> = [...PICTURE_FIELDS, RESOLUTION_FIELD];
