import { useTranslation } from 'react-i18next';
import type { Block } from '../../core/document/types';
import type { BlockField } from './blockField';
import { ColorControl } from './controls';

const BLACK = '#000000';

function Ink({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTranslation();
  return <ColorControl blocks={blocks} name="color" fallback={BLACK} label={t('editor.color.label')} />;
}

/** The colour of a block drawn in one colour, such as a text or a line. */
export const INK_FIELD: BlockField<Block> = { name: 'color', Control: Ink };
