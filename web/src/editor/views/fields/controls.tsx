import { Select, Textarea, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Block } from '../../core/blocks';
import type { HexColor } from '../../core/document/types';
import { ColorField } from './ColorField';
import { NumberField } from './NumberField';
import { Toggle } from './Toggle';
import { useField } from './useField';

/** The field and blocks that a control changes, and the default value of blocks without the field. */
type Bound<T> = {
  blocks: readonly Block[];
  name: Parameters<typeof useField>[1];
  fallback: T;
  label: string;
};

export function ColorControl({ blocks, name, fallback, label }: Bound<HexColor>) {
  const field = useField<HexColor>(blocks, name, fallback);
  return <ColorField label={label} value={field.value} disabled={field.locked} onChange={field.set} />;
}

type NumberControlProps = Bound<number> &
  Pick<ComponentProps<typeof NumberField>, 'min' | 'max' | 'step' | 'suffix'>;

export function NumberControl({ blocks, name, fallback, ...props }: NumberControlProps) {
  const field = useField<number>(blocks, name, fallback);
  return <NumberField {...props} value={field.value} disabled={field.locked} onChange={field.set} />;
}

type ChoiceControlProps<T extends string> = Bound<T> & { data: readonly { value: T; label: string }[] };

export function ChoiceControl<T extends string>({
  blocks,
  name,
  fallback,
  label,
  data,
}: ChoiceControlProps<T>) {
  const { t } = useTranslation();
  const field = useField<T>(blocks, name, fallback);
  return (
    <Select
      size="xs"
      label={label}
      placeholder={field.mixed ? t('editor.mixed') : ''}
      value={field.value ?? null}
      disabled={field.locked}
      data={data}
      onChange={(value) => value && field.set(value as T)}
    />
  );
}

/** A boolean field. */
export function ToggleControl({ blocks, name, label }: Omit<Bound<boolean>, 'fallback'>) {
  const field = useField<boolean>(blocks, name, false);
  return (
    <Toggle
      label={label}
      checked={field.value ?? false}
      mixed={field.mixed}
      disabled={field.locked}
      onChange={field.set}
    />
  );
}

type TextControlProps = Omit<Bound<string>, 'fallback'> & {
  maxLength: number;
  description: string;
  /** The error message for an empty field; if set, the field is required. */
  empty?: string;
  lines?: boolean;
  dir: 'auto' | 'ltr';
};

export function TextControl({ blocks, name, label, empty, lines, ...props }: TextControlProps) {
  const { t } = useTranslation();
  const field = useField(blocks, name, '');
  const Input = lines ? Textarea : TextInput;
  return (
    <Input
      {...props}
      {...(lines ? { autosize: true } : {})}
      size="xs"
      label={label}
      placeholder={field.mixed ? t('editor.mixed') : ''}
      disabled={field.locked}
      value={field.value ?? ''}
      error={!field.mixed && field.value?.trim() === '' && empty}
      onBlur={field.settle}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (value !== '' || !empty) field.set(value);
      }}
    />
  );
}
