import {
  PasswordInput,
  type PasswordInputProps,
  Select,
  type SelectProps,
  Switch,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from './useForm';

type Rest<P> = Omit<P, keyof FieldProps<unknown>>;

/** A text input bound to a form field. */
export function TextField({ field, ...rest }: { field: FieldProps<string> } & Rest<TextInputProps>) {
  const { t } = useTranslation();
  const { onChange, required, ...props } = field;
  return (
    <TextInput
      placeholder={rest.type === 'email' ? t('ui.form.emailPlaceholder') : undefined}
      {...props}
      {...rest}
      withAsterisk={false}
      aria-required={required}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function PasswordField({ field, ...rest }: { field: FieldProps<string> } & Rest<PasswordInputProps>) {
  const { t } = useTranslation();
  const { onChange, required, ...props } = field;
  return (
    <PasswordInput
      {...props}
      {...rest}
      withAsterisk={false}
      aria-required={required}
      visibilityToggleButtonProps={{ 'aria-label': t('ui.form.showPassword') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function TextareaField({ field, ...rest }: { field: FieldProps<string> } & Rest<TextareaProps>) {
  const { onChange, required, ...props } = field;
  return (
    <Textarea
      autosize
      minRows={3}
      {...props}
      {...rest}
      withAsterisk={false}
      aria-required={required}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Only a field whose type allows '' can be cleared. */
type Emptied<V extends string> = { clearable?: '' extends V ? boolean : false };

type SelectFieldProps<V extends string> = { field: FieldProps<V> } & Emptied<V> &
  Omit<Rest<SelectProps<V>>, 'allowDeselect' | 'clearable'>;

/** A select bound to a form field whose value is a string or a union of strings. */
export function SelectField<V extends string>({ field, ...rest }: SelectFieldProps<V>) {
  const { onChange, required, ...props } = field;
  return (
    <Select<V>
      {...props}
      {...(rest as SelectProps<V>)}
      withAsterisk={false}
      onChange={(value) => onChange(value ?? ('' as V))}
    />
  );
}

export function SwitchField({ field, description }: { field: FieldProps<boolean>; description?: string }) {
  const id = useId();
  return (
    <Switch
      id={id}
      label={field.label}
      name={field.name}
      description={description}
      error={field.error}
      checked={field.value}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}
