import { TextField } from '../../ui/form/fields';
import type { FieldProps } from '../../ui/form/useForm';
import type { AttributeKey } from './api';
import { ImageField } from './ImageField';

const INPUT_TYPES = { text: 'text', date: 'date', email: 'email' } as const;

/** An input for the value of a custom attribute, by its kind. */
export function AttributeField({ attribute, field }: { attribute: AttributeKey; field: FieldProps<string> }) {
  if (attribute.kind === 'image') return <ImageField field={field} />;
  return (
    <TextField
      field={field}
      type={INPUT_TYPES[attribute.kind]}
      dir={attribute.kind === 'text' ? 'auto' : 'ltr'}
      maxLength={attribute.kind === 'text' ? 1000 : undefined}
    />
  );
}
