import { ActionIcon, SegmentedControl, Select, Textarea, Tooltip } from '@mantine/core';
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
import {
  type FontWeight,
  TEXT_DEFAULTS,
  type TextAlign,
  type TextBlock,
  type VerticalAlign,
} from '../../../core/blocks/text/block';
import { findBlock, keyOf } from '../../../core/document/sheet';
import type { Block, HexColor } from '../../../core/document/types';
import { findFont, weightsFor } from '../../../core/fonts/registry';
import { contrastRatio } from '../../../core/primitives/color';
import { useEditor } from '../../../state/context/context';
import type { BlockFields, Blocks } from '../../fields/blockField';
import { Contrast } from '../../fields/Contrast';
import { NumberControl, ToggleControl } from '../../fields/controls';
import { FontSelect } from '../../fields/FontSelect';
import { INK_FIELD } from '../../fields/inkField';
import { Toggle } from '../../fields/Toggle';
import { useField } from '../../fields/useField';
import panels from '../../styles/panels.module.css';
import { deleteTagBeside } from '../../text/tags';

type Props = { blocks: Blocks<TextBlock> };

const ALIGN = {
  left: IconAlignLeft,
  center: IconAlignCenter,
  right: IconAlignRight,
  justify: IconAlignJustified,
};
const VERTICAL = { top: IconLayoutAlignTop, middle: IconLayoutAlignMiddle, bottom: IconLayoutAlignBottom };
const STYLES = [
  ['bold', IconBold],
  ['italic', IconItalic],
  ['underline', IconUnderline],
  ['uppercase', IconLetterCaseUpper],
] as const;

const wordsOf = (block: Block | undefined) => (block?.kind === 'text' ? block.model : undefined);

/** The text in a plain field. Backspace or Delete next to a bracket deletes the whole tag. */
function Words({ blocks }: Props) {
  const { t } = useTranslation();
  // Follows the text while it is typed on the page.
  const model = useEditor(({ sheet }) => wordsOf(findBlock(sheet, keyOf(blocks[0]))));
  const words = useField([{ ...blocks[0], model: model ?? blocks[0].model }], 'model', '');
  const field = useRef<HTMLTextAreaElement>(null);

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if ((event.key !== 'Backspace' && event.key !== 'Delete') || selectionStart !== selectionEnd) return;
    const without = deleteTagBeside(value, selectionStart, event.key);
    if (!without) return;
    event.preventDefault();
    words.set(without.text);
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
      disabled={words.locked}
      value={words.value ?? ''}
      onKeyDown={press}
      onBlur={words.settle}
      onChange={(event) => words.set(event.currentTarget.value)}
    />
  );
}

function FontName({ blocks }: Props) {
  const font = useField<string>(blocks, 'font', TEXT_DEFAULTS.font);
  return <FontSelect value={font.value ?? ''} disabled={font.locked} onChange={font.set} />;
}

function Weight({ blocks }: Props) {
  const { t } = useTranslation();
  const weight = useField<FontWeight>(blocks, 'font_weight', TEXT_DEFAULTS.font_weight);
  const [first] = blocks;
  const offered = weightsFor(findFont(first.font ?? TEXT_DEFAULTS.font), first.italic ?? false);
  return (
    <Select
      size="xs"
      label={t('editor.text.weight')}
      disabled={weight.locked}
      placeholder={weight.mixed ? t('editor.mixed') : ''}
      value={weight.value === undefined ? null : String(weight.value)}
      data={offered.map((value) => ({
        value: String(value),
        label: t(`editor.weight.${value as FontWeight}`),
      }))}
      onChange={(value) => value && weight.set(Number(value) as FontWeight)}
    />
  );
}

function Size({ blocks }: Props) {
  const { t } = useTranslation();
  return (
    <NumberControl
      blocks={blocks}
      name="font_size"
      fallback={TEXT_DEFAULTS.font_size}
      label={t('editor.text.size')}
      suffix={t('editor.unit.px')}
      min={1}
      max={1000}
    />
  );
}

function Styles({ blocks }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={panels.plain} aria-label={t('editor.text.style')}>
      {STYLES.map(([style, Icon]) => (
        <StyleButton key={style} blocks={blocks} style={style} icon={Icon} />
      ))}
    </fieldset>
  );
}

type StyleButtonProps = Props & { style: (typeof STYLES)[number][0]; icon: typeof IconBold };

function StyleButton({ blocks, style, icon: Icon }: StyleButtonProps) {
  const { t } = useTranslation();
  const { value = false, mixed, locked, set } = useField<boolean>(blocks, style, false);
  const label = t(`editor.text.${style}`);
  return (
    <Tooltip label={mixed ? `${label} (${t('editor.mixed')})` : label}>
      <ActionIcon
        variant={value ? 'filled' : mixed ? 'light' : 'default'}
        color={value ? 'laurel' : 'gray'}
        aria-label={label}
        disabled={locked}
        aria-pressed={mixed ? 'mixed' : value}
        onClick={() => set(!value)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The contrast between text and a page of one colour; for several texts, the lowest contrast. */
function Legibility({ blocks }: Props) {
  const ground = useEditor(({ sheet }) =>
    sheet.design.background ? undefined : (sheet.design.background_color ?? '#ffffff'),
  );
  if (ground === undefined) return null;
  const colors = blocks.map(({ color }): HexColor => color ?? TEXT_DEFAULTS.color);
  const faintest = colors.reduce((a, b) => (contrastRatio(b, ground) < contrastRatio(a, ground) ? b : a));
  return <Contrast a={faintest} b={ground} subject="text" />;
}

function Align({ blocks }: Props) {
  const { t } = useTranslation();
  // Without an alignment a text starts at the start side of its script, which is none of the choices.
  const align = useField<TextAlign | ''>(blocks, 'align', '');
  return (
    <IconChoice
      label={t('editor.text.align')}
      choices={ALIGN}
      value={align.value}
      disabled={align.locked}
      onChange={align.set}
    />
  );
}

function Vertical({ blocks }: Props) {
  const { t } = useTranslation();
  const align = useField<VerticalAlign>(blocks, 'vertical_align', TEXT_DEFAULTS.vertical_align);
  return (
    <IconChoice
      label={t('editor.text.verticalAlign')}
      choices={VERTICAL}
      value={align.value}
      disabled={align.locked}
      onChange={align.set}
    />
  );
}

function Fit({ blocks }: Props) {
  const { t } = useTranslation();
  return <ToggleControl blocks={blocks} name="scale_to_fit" label={t('editor.text.scaleToFit')} />;
}

function Center({ blocks }: Props) {
  const { t } = useTranslation();
  return <ToggleControl blocks={blocks} name="center" label={t('editor.text.center')} />;
}

function Heading({ blocks }: Props) {
  const { t } = useTranslation();
  const role = useField<'heading' | 'paragraph'>(blocks, 'role', 'paragraph');
  return (
    <Toggle
      label={t('editor.text.heading')}
      checked={role.value === 'heading'}
      mixed={role.mixed}
      disabled={role.locked}
      onChange={(heading) => role.set(heading ? 'heading' : 'paragraph')}
    />
  );
}

type Name = keyof typeof ALIGN | keyof typeof VERTICAL;
type IconChoiceProps<N extends Name> = {
  label: string;
  value: N | '' | undefined;
  choices: Readonly<Record<N, typeof IconBold>>;
  disabled: boolean;
  onChange: (name: N) => void;
};

function IconChoice<N extends Name>({ label, value, choices, disabled, onChange }: IconChoiceProps<N>) {
  const { t } = useTranslation();
  const names = Object.keys(choices) as N[];
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      // The page is not mirrored when the UI language is written from right to left.
      dir="ltr"
      aria-label={label}
      disabled={disabled}
      value={value ?? ''}
      onChange={(name) => onChange(name as N)}
      data={names.map((name) => {
        const Icon: typeof IconBold = choices[name];
        return {
          value: name,
          label: <Icon size={16} role="img" aria-label={t(`editor.align.${name as Name}`)} />,
        };
      })}
    />
  );
}

export const fields: BlockFields<TextBlock> = [
  { name: 'model', solo: true, Control: Words },
  { name: 'font', Control: FontName },
  { name: 'font_weight', half: true, Control: Weight },
  { name: 'font_size', half: true, Control: Size },
  { name: 'style', Control: Styles },
  INK_FIELD,
  { name: 'contrast', Control: Legibility },
  { name: 'align', Control: Align },
  { name: 'vertical_align', Control: Vertical },
  { name: 'scale_to_fit', Control: Fit },
  { name: 'center', Control: Center },
  { name: 'role', Control: Heading },
];
