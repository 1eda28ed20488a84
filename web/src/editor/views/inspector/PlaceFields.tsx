import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../core/document/sheet';
import type { Block, GroupId } from '../../core/document/types';
import type { Frame } from '../../core/geometry/frames';
import { paperSize } from '../../core/primitives/sizes';
import { useEditor, useEditorContext, useFollowedSheet, usePanelSheet } from '../../state/context/context';
import { commonGroup, groupName, renameGroup, unitsOf } from '../../state/editing/groups';
import { free, placeUnits } from '../../state/editing/place';
import type { Blocks } from '../fields/blockField';
import { NumberField } from '../fields/NumberField';
import { useField } from '../fields/useField';
import panels from '../styles/panels.module.css';
import { useBlockWords } from '../words/words';

const UNITS = ['percent', 'mm', 'px'] as const;
type Unit = (typeof UNITS)[number];
const MM_PER_PX = 25.4 / 96;
const SIDES = ['left', 'top', 'width', 'height'] as const;
const MAX_NAME = 100;

/** The name of the selection, and its position and size in percent, millimetres or px of the page. A group is one unit. */
export function PlaceFields({ blocks }: { blocks: Blocks<Block> }) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState<Unit>('percent');
  const sheet = usePanelSheet();
  const entered = useEditor((state) => state.entered);
  const keys = blocks.map(keyOf);
  const whole = blocks.length > 1 && unitsOf(sheet, keys, entered).length === 1;
  const group = whole ? commonGroup(sheet, keys) : undefined;
  return (
    <Stack gap="sm">
      {group !== undefined && <GroupName group={group} />}
      {blocks.length === 1 && <BlockName blocks={blocks} />}
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('editor.place.unit')}
        value={unit}
        onChange={(next) => setUnit(next as Unit)}
        data={UNITS.map((value) => ({ value, label: t(`editor.place.${value}`) }))}
      />
      <Sides blocks={blocks} unit={unit} />
    </Stack>
  );
}

/** The numbers, which update during a drag. */
function Sides({ blocks, unit }: { blocks: Blocks<Block>; unit: Unit }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const sheet = useFollowedSheet();
  const entered = useEditor((state) => state.entered);
  const keys = blocks.map(keyOf);
  const units = unitsOf(sheet, keys, entered);
  const paper = paperSize(sheet.design, false).px;
  const locked = free(sheet, keys).length === 0;
  const centred = blocks.every((block) => block.kind === 'text' && block.center);

  const whole = (side: keyof Frame) => {
    const px = side === 'left' || side === 'width' ? paper.width : paper.height;
    return { percent: 100, px, mm: px * MM_PER_PX }[unit];
  };
  const sharedSide = (side: keyof Frame) => {
    const [value, ...others] = new Set(units.map(({ frame }) => frame[side]));
    return others.length > 0 || value === undefined ? undefined : (value / 100) * whole(side);
  };
  const place = (side: keyof Frame, value: number) =>
    store
      .getState()
      .change(
        side === 'left' || side === 'top' ? 'move' : 'resize',
        (before) => placeUnits(before, units, side, (value / whole(side)) * 100),
        `${side} of ${keys.join()}`,
      );
  return (
    <div className={panels.pair}>
      {SIDES.map((side) => (
        <NumberField
          key={`${side} ${unit}`}
          label={t(`editor.place.${side}`)}
          value={sharedSide(side)}
          min={side === 'left' || side === 'top' ? -whole(side) : 0}
          max={2 * whole(side)}
          step={unit === 'percent' ? 0.1 : 1}
          decimals={unit === 'percent' ? 4 : 2}
          disabled={locked || (side === 'left' && centred)}
          onChange={(value) => place(side, value)}
        />
      ))}
    </div>
  );
}

function BlockName({ blocks }: { blocks: Blocks<Block> }) {
  const { t } = useTranslation();
  const words = useBlockWords();
  const name = useField<string | undefined>(blocks, 'name', undefined);
  return (
    <TextInput
      size="xs"
      label={t('editor.place.name')}
      placeholder={words.kind(blocks[0])}
      maxLength={MAX_NAME}
      dir="auto"
      value={name.value ?? ''}
      onBlur={name.settle}
      onChange={(event) => name.set(event.currentTarget.value || undefined)}
    />
  );
}

function GroupName({ group }: { group: GroupId }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const words = useBlockWords();
  const sheet = usePanelSheet();
  const { change, settle } = store.getState();
  const rename = (name: string) =>
    change('edit', (before) => renameGroup(before, group, name), `name of group ${group}`);
  return (
    <TextInput
      size="xs"
      label={t('editor.group.name')}
      placeholder={words.group(sheet, group)}
      maxLength={MAX_NAME}
      dir="auto"
      value={groupName(sheet, group) ?? ''}
      onBlur={settle}
      onChange={(event) => rename(event.currentTarget.value)}
    />
  );
}
