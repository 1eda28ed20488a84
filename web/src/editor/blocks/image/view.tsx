import { IconPhoto } from '@tabler/icons-react';
import { PICTURE_FIELDS } from '../../inspector/pictureFields';
import type { BlockView } from '../view';
import type { ImageBlock } from './block';

export const view: BlockView<ImageBlock> = { icon: IconPhoto, fields: PICTURE_FIELDS };
