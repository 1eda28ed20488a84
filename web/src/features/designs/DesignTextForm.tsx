import { ColorInput, Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contrastRatio, type HexColor, TEXT_DEFAULTS, type TextBlock } from '../../editor';
import { LANGUAGES } from '../../i18n/languages';
import { FormProblems } from '../../ui/form/FormProblems';
import { Panel } from '../../ui/Panel';
import styles from './DesignTextForm.module.css';
import { textBlocks } from './textBlocks';
import type { DesignDraft } from './useDesignDraft';

const HEX = /^#[0-9a-f]{6}$/i;
const ENOUGH_CONTRAST = 3;

/** Name, language, and the words of each text block with their size and colour. */
export function DesignTextForm({ draft }: { draft: DesignDraft }) {
  const { t } = useTranslation();
  const blocks = textBlocks(draft.document);
  return (
    <>
      <FormProblems problems={draft.problems} />
      <Panel title={t('designs.edit.title')}>
        <TextInput
          label={t('designs.name.label')}
          value={draft.name}
          maxLength={255}
          error={draft.name.trim() === '' && t('designs.name.missing')}
          onChange={(event) => draft.setName(event.currentTarget.value)}
        />
        <Select
          label={t('designs.edit.language')}
          description={t('designs.edit.languageHelp')}
          searchable
          allowDeselect={false}
          value={draft.document.language ?? 'en'}
          data={LANGUAGES.map(({ value, name }) => ({ value, label: name }))}
          onChange={(value) => value && draft.setLanguage(value)}
        />
      </Panel>
      {blocks.length > 0 && (
        <Panel title={t('designs.edit.texts')}>
          <div className={styles.blocks}>
            {blocks.map(({ index, block }, place) => (
              <TextBlockFields
                key={index}
                block={block}
                number={place + 1}
                background={draft.document.background ? undefined : draft.document.background_color}
                onChange={(change) => draft.setText(index, change)}
              />
            ))}
          </div>
        </Panel>
      )}
    </>
  );
}

interface TextBlockFieldsProps {
  block: TextBlock;
  number: number;
  /** The colour behind the text, where it is one colour. */
  background: HexColor | undefined;
  onChange: (change: Partial<TextBlock>) => void;
}

function TextBlockFields({ block, number, background, onChange }: TextBlockFieldsProps) {
  const { t } = useTranslation();
  const label = block.name ?? t('designs.edit.text', { number });
  const color = block.color ?? TEXT_DEFAULTS.color;
  const faint = background !== undefined && contrastRatio(color, background) < ENOUGH_CONTRAST;
  return (
    <fieldset className={styles.block}>
      <legend>{label}</legend>
      <Textarea
        autosize
        minRows={1}
        maxRows={8}
        maxLength={5000}
        dir="auto"
        aria-label={t('designs.edit.wordsOf', { label })}
        value={block.model}
        onChange={(event) => onChange({ model: event.currentTarget.value })}
      />
      <Group gap="xs" mt={8} wrap="nowrap" align="flex-start">
        <NumberInput
          w={110}
          aria-label={t('designs.edit.sizeOf', { label })}
          min={1}
          max={1000}
          clampBehavior="strict"
          suffix={t('designs.edit.px')}
          value={block.font_size ?? TEXT_DEFAULTS.font_size}
          onChange={(value) => Number(value) >= 1 && onChange({ font_size: Number(value) })}
        />
        <ColorInput
          style={{ flex: 1 }}
          aria-label={t('designs.edit.colorOf', { label })}
          eyeDropperButtonProps={{ 'aria-label': t('designs.edit.pickColor') }}
          format="hex"
          value={color}
          error={faint && t('designs.edit.faint')}
          onChange={(value) => HEX.test(value) && onChange({ color: value as HexColor })}
        />
      </Group>
    </fieldset>
  );
}
