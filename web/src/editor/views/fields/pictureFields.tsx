import { useTranslation } from 'react-i18next';
import type { Block } from '../../core/document/types';
import { type ImageFit, PICTURE_DEFAULTS } from '../../core/layout/image';
import type { BlockField } from './blockField';
import { ChoiceControl, TextControl } from './controls';

const FITS: readonly ImageFit[] = ['contain', 'cover', 'fill'];

function Fit({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTranslation();
  return (
    <ChoiceControl<ImageFit>
      blocks={blocks}
      name="fit"
      fallback={PICTURE_DEFAULTS.fit}
      label={t('editor.image.fit')}
      data={FITS.map((fit) => ({ value: fit, label: t(`editor.fit.${fit}`) }))}
    />
  );
}

function Alt({ blocks }: { blocks: readonly Block[] }) {
  const { t } = useTranslation();
  return (
    <TextControl
      blocks={blocks}
      name="alt"
      label={t('editor.image.alt')}
      description={t('editor.image.altHelp')}
      maxLength={500}
      dir="auto"
    />
  );
}

/** The fields that all blocks with a picture share. */
export const PICTURE_FIELDS: readonly BlockField<Block>[] = [
  { name: 'fit', Control: Fit },
  { name: 'alt', Control: Alt },
];
