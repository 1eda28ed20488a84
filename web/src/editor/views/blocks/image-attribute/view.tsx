import { useTranslation } from 'react-i18next';
import type { ImageAttributeBlock } from '../../../core/blocks/image-attribute/block';
import { useEditorContext } from '../../../state/context/context';
import type { BlockFields, Blocks } from '../../fields/blockField';
import { ChoiceControl } from '../../fields/controls';
import { PICTURE_FIELDS } from '../../fields/pictureFields';

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
