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

/** A line of text bound to a form's field. */
export function TextField({ field, ...rest }: { field: FieldProps<string> } & Rest<TextInputProps>) {
  const { onChange, required, ...props } = field;
  return (
    <TextInput
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

export function SelectField({ field, ...rest }: { field: FieldProps<string> } & Rest<SelectProps>) {
  const { onChange, required, ...props } = field;
  return (
    <Select
      allowDeselect={!required}
      {...props}
      {...(rest as SelectProps)}
      withAsterisk={false}
      onChange={(value) => onChange(typeof value === 'string' ? value : '')}
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
