import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor, useEditorContext } from '../context';
import { paperSize } from '../model/sizes';
import type { Block } from '../model/types';
import panels from '../panels/panels.module.css';
import { type Frame, frameOf } from '../state/frames';
import { placeBlock } from '../state/place';
import { keyOf } from '../state/sheet';
import { useBlockWords } from '../words';
import { NumberField } from './NumberField';
import { usePatch } from './usePatch';

const UNITS = ['percent', 'mm', 'px'] as const;
type Unit = (typeof UNITS)[number];
const MM_PER_PX = 25.4 / 96;

/** The block's own name, and its place and size in percent, millimetres or px of the page. */
export function PlaceFields({ block }: { block: Block }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const words = useBlockWords();
  const [unit, setUnit] = useState<Unit>('percent');
  const design = useEditor((state) => state.sheet.design);
  const { patch, settle } = usePatch([keyOf(block)]);
  const frame = frameOf(block);
  const paper = paperSize(design, false).px;

  const whole = (side: keyof Frame) => {
    const px = side === 'left' || side === 'width' ? paper.width : paper.height;
    return { percent: 100, px, mm: px * MM_PER_PX }[unit];
  };
  const place = (side: keyof Frame, value: number) =>
    store
      .getState()
      .change(
        side === 'left' || side === 'top' ? 'move' : 'resize',
        (sheet) => placeBlock(sheet, keyOf(block), { ...frame, [side]: (value / whole(side)) * 100 }),
        `${side} of ${keyOf(block)}`,
      );
  return (
    <Stack gap="sm">
      <TextInput
        size="xs"
        label={t('editor.place.name')}
        placeholder={words.kind(block)}
        maxLength={100}
        dir="auto"
        value={block.name ?? ''}
        onBlur={settle}
        onChange={(event) => patch({ name: event.currentTarget.value || undefined })}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('editor.place.unit')}
        value={unit}
        onChange={(next) => setUnit(next as Unit)}
        data={UNITS.map((value) => ({ value, label: t(`editor.place.${value}`) }))}
      />
      <div className={panels.pair}>
        {(['left', 'top', 'width', 'height'] as const).map((side) => (
          <NumberField
            key={`${side} ${unit}`}
            label={t(`editor.place.${side}`)}
            value={(frame[side] / 100) * whole(side)}
            min={side === 'left' || side === 'top' ? -whole(side) : 0}
            max={2 * whole(side)}
            step={unit === 'percent' ? 0.1 : 1}
            decimals={unit === 'percent' ? 4 : 2}
            disabled={block.lock_position || (side === 'left' && block.kind === 'text' && block.center)}
            onChange={(value) => place(side, value)}
          />
        ))}
      </div>
    </Stack>
  );
}
