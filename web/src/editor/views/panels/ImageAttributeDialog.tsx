import { Button, Group, Modal, NumberInput, Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImageAttributeBlock, newImageAttributeBlock } from '../../core/blocks/image-attribute/block';
import { pageBox } from '../../core/primitives/sizes';
import { useEditor, useEditorContext } from '../../state/context/context';

const START_PX = 160;
const MIN_PX = 10;

type Props = { onChoose: (block: ImageAttributeBlock) => void; onClose: () => void };

/** Asks which image attribute to add, and its size on the page. */
export function ImageAttributeDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const { ports } = useEditorContext();
  const design = useEditor((state) => state.sheet.design);
  const images = ports.attributes.filter(({ kind }) => kind === 'image');
  const [tagName, setTagName] = useState(images[0]?.tagName ?? '');
  // The input is validated when it is complete: typing 50 starts with a 5.
  const [width, setWidth] = useState<number | string>(START_PX);
  const [height, setHeight] = useState<number | string>(START_PX);
  const page = pageBox(design);
  const within = (value: number | string, most: number) =>
    Math.min(Math.max(MIN_PX, Number(value) || MIN_PX), most);

  const choose = (event: FormEvent) => {
    event.preventDefault();
    const room = { width: within(width, page.width), height: within(height, page.height) };
    onChoose(newImageAttributeBlock(tagName, room, design));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editor.imageAttribute.title')}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <Stack component="form" gap="md" onSubmit={choose}>
        <Select
          data-autofocus
          label={t('editor.imageAttribute.which')}
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
            onChange={setWidth}
          />
          <NumberInput
            label={t('editor.imageAttribute.height')}
            suffix={t('editor.unit.px')}
            min={MIN_PX}
            max={page.height}
            value={height}
            onChange={setHeight}
          />
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit">{t('editor.imageAttribute.add')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
