import { ActionIcon, SegmentedControl, Select, Stack, Switch, Textarea, Tooltip } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconItalic,
  IconLayoutAlignBottom,
  IconLayoutAlignMiddle,
  IconLayoutAlignTop,
  IconLetterCaseUpper,
  IconUnderline,
} from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../context';
import { findFont, weightsFor } from '../fonts/registry';
import { TEXT_DEFAULTS } from '../model/defaults';
import type { FontWeight, TextAlign, TextBlock, VerticalAlign } from '../model/types';
import panels from '../panels/panels.module.css';
import { keyOf } from '../state/sheet';
import { deleteTagBeside } from '../text/tags';
import { ColorField } from './ColorField';
import { Contrast } from './Contrast';
import { FontSelect } from './FontSelect';
import { NumberField } from './NumberField';
import { usePatch } from './usePatch';

const ALIGN = {
  left: IconAlignLeft,
  center: IconAlignCenter,
  right: IconAlignRight,
  justify: IconAlignJustified,
};
const VERTICAL = { top: IconLayoutAlignTop, middle: IconLayoutAlignMiddle, bottom: IconLayoutAlignBottom };
const STYLES = {
  bold: IconBold,
  italic: IconItalic,
  underline: IconUnderline,
  uppercase: IconLetterCaseUpper,
};

/** All fields of text blocks; several blocks get the same value at once. */
export function TextFields({ blocks }: { blocks: readonly [TextBlock, ...TextBlock[]] }) {
  const { t } = useTranslation();
  const [block] = blocks;
  const { patch } = usePatch(blocks.map(keyOf));
  const ground = useEditor(({ sheet }) =>
    sheet.design.background ? undefined : (sheet.design.background_color ?? '#ffffff'),
  );
  const font = findFont(block.font ?? TEXT_DEFAULTS.font);
  const color = block.color ?? TEXT_DEFAULTS.color;
  return (
    <Stack gap="sm">
      {blocks.length === 1 && <Words block={block} />}
      <FontSelect value={font.name} onChange={(name) => patch({ font: name })} />
      <div className={panels.pair}>
        <Select
          size="xs"
          label={t('editor.text.weight')}
          allowDeselect={false}
          value={String(block.font_weight ?? TEXT_DEFAULTS.font_weight)}
          data={weightsFor(font, block.italic ?? false).map((weight) => ({
            value: String(weight),
            label: t(`editor.weight.${weight as FontWeight}`),
          }))}
          onChange={(weight) => weight && patch({ font_weight: Number(weight) as FontWeight })}
        />
        <NumberField
          label={t('editor.text.size')}
          suffix={t('editor.unit.px')}
          min={1}
          max={1000}
          value={block.font_size ?? TEXT_DEFAULTS.font_size}
          onChange={(font_size) => patch({ font_size })}
        />
      </div>
      <fieldset
        className={panels.row}
        style={{ border: 0, margin: 0, padding: 0 }}
        aria-label={t('editor.text.style')}
      >
        {Object.entries(STYLES).map(([name, Icon]) => {
          const style = name as keyof typeof STYLES;
          const on = block[style] ?? false;
          const label = t(`editor.text.${style}`);
          return (
            <Tooltip key={name} label={label}>
              <ActionIcon
                variant={on ? 'filled' : 'default'}
                color={on ? 'laurel' : 'gray'}
                aria-label={label}
                aria-pressed={on}
                onClick={() => patch({ [style]: !on })}
              >
                <Icon size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          );
        })}
      </fieldset>
      <ColorField label={t('editor.text.color')} value={color} onChange={(next) => patch({ color: next })} />
      {ground && <Contrast a={color} b={ground} subject="text" />}
      <IconChoice
        label={t('editor.text.align')}
        value={block.align ?? ''}
        choices={ALIGN}
        word={(name) => t(`editor.align.${name}`)}
        onChange={(align) => patch({ align: align as TextAlign })}
      />
      <IconChoice
        label={t('editor.text.verticalAlign')}
        value={block.vertical_align ?? TEXT_DEFAULTS.vertical_align}
        choices={VERTICAL}
        word={(name) => t(`editor.align.${name}`)}
        onChange={(vertical_align) => patch({ vertical_align: vertical_align as VerticalAlign })}
      />
      <Switch
        size="xs"
        label={t('editor.text.scaleToFit')}
        checked={block.scale_to_fit ?? false}
        onChange={(event) => patch({ scale_to_fit: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t('editor.text.center')}
        checked={block.center ?? false}
        onChange={(event) => patch({ center: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t('editor.text.heading')}
        checked={block.role === 'heading'}
        onChange={(event) => patch({ role: event.currentTarget.checked ? 'heading' : 'paragraph' })}
      />
    </Stack>
  );
}

/** The words in a plain field; a key beside a bracket takes the whole tag. */
function Words({ block }: { block: TextBlock }) {
  const { t } = useTranslation();
  const { patch, settle } = usePatch([keyOf(block)]);
  const field = useRef<HTMLTextAreaElement>(null);

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if ((event.key !== 'Backspace' && event.key !== 'Delete') || selectionStart !== selectionEnd) return;
    const without = deleteTagBeside(value, selectionStart, event.key);
    if (!without) return;
    event.preventDefault();
    patch({ model: without.text });
    requestAnimationFrame(() => field.current?.setSelectionRange(without.caret, without.caret));
  };
  return (
    <Textarea
      ref={field}
      size="xs"
      label={t('editor.text.words')}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={5000}
      dir="auto"
      value={block.model}
      onKeyDown={press}
      onBlur={settle}
      onChange={(event) => patch({ model: event.currentTarget.value })}
    />
  );
}

type IconChoiceProps<Name extends string> = {
  label: string;
  value: string;
  choices: Readonly<Record<Name, typeof IconBold>>;
  word: (name: Name) => string;
  onChange: (name: Name) => void;
};

function IconChoice<Name extends string>({ label, value, choices, word, onChange }: IconChoiceProps<Name>) {
  const names = Object.keys(choices) as Name[];
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      // The page does not turn around with the language of the interface.
      dir="ltr"
      aria-label={label}
      value={value}
      onChange={(name) => onChange(name as Name)}
      data={names.map((name) => {
        const Icon: typeof IconBold = choices[name];
        return { value: name, label: <Icon size={16} role="img" aria-label={word(name)} /> };
      })}
    />
  );
}
