import { Button, Group, Modal, NumberInput, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImageAttributeBlock, newImageAttributeBlock } from '../blocks/image-attribute/block';
import { useEditor, useEditorContext } from '../context';
import { pageBox } from '../model/sizes';

const START_PX = 160;
const MIN_PX = 10;

type Props = { onChoose: (block: ImageAttributeBlock) => void; onClose: () => void };

/** Asks which picture of a recipient goes on the page, and for the room it gets. */
export function ImageAttributeDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const { ports } = useEditorContext();
  const design = useEditor((state) => state.sheet.design);
  const images = ports.attributes.filter(({ kind }) => kind === 'image');
  const [tagName, setTagName] = useState(images[0]?.tagName ?? '');
  const [width, setWidth] = useState<number>(START_PX);
  const [height, setHeight] = useState<number>(START_PX);
  const page = pageBox(design);
  const size = (value: number | string) => Math.max(MIN_PX, Number(value) || MIN_PX);

  const choose = () => onChoose(newImageAttributeBlock(tagName, { width, height }, design));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editor.imageAttribute.title')}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <Stack gap="md">
        <Select
          data-autofocus
          label={t('editor.imageAttribute.which')}
          allowDeselect={false}
          value={tagName}
          data={images.map((image) => ({ value: image.tagName, label: image.name }))}
          onChange={(value) => setTagName(value ?? '')}
        />
        <Group grow>
          <NumberInput
            label={t('editor.imageAttribute.width')}
            suffix={t('editor.unit.px')}
            min={MIN_PX}
            max={page.width}
            value={width}
            onChange={(value) => setWidth(size(value))}
          />
          <NumberInput
            label={t('editor.imageAttribute.height')}
            suffix={t('editor.unit.px')}
            min={MIN_PX}
            max={page.height}
            value={height}
            onChange={(value) => setHeight(size(value))}
          />
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button onClick={choose}>{t('editor.imageAttribute.add')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
