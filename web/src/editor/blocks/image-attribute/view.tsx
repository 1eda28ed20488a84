import { useTranslation } from 'react-i18next';
import { useEditorContext } from '../../context';
import { ChoiceControl } from '../../inspector/controls';
import { PICTURE_FIELDS } from '../../inspector/pictureFields';
import type { BlockFields, Blocks } from '../view';
import type { ImageAttributeBlock } from './block';

function Which({ blocks }: { blocks: Blocks<ImageAttributeBlock> }) {
  const { t } = useTranslation();
  const { ports } = useEditorContext();
  const known = ports.attributes.filter(({ kind }) => kind === 'image');
  return (
    <ChoiceControl
      blocks={blocks}
      name="custom_image_attribute"
      fallback=""
      label={t('editor.imageAttribute.which')}
      data={known.map(({ tagName, name }) => ({ value: `[${tagName}]`, label: name }))}
    />
  );
}

export const fields: BlockFields<ImageAttributeBlock> = [
  { name: 'custom_image_attribute', Control: Which },
  ...PICTURE_FIELDS,
];
