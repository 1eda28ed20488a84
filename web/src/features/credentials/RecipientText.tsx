import type { TFunction } from 'i18next';
import { FORM_TEXTS, nameOf, type RecipientField } from '../../api/recipientTexts';
import type { Fact } from '../../ui/Facts';
import { TextField } from '../../ui/form/fields';
import type { FieldProps } from '../../ui/form/useForm';
import type { Credential } from './api';

/** The label of a recipient's text in forms and details, where it is clear whose it is. */
export function labelOf(t: TFunction, field: RecipientField): string {
  if (field === 'recipient.name') return t('credentials.form.name');
  return t(`credentials.history.field.${field}`);
}

type RecipientTextProps = {
  field: FieldProps<string>;
  input: (typeof FORM_TEXTS)[number]['input'];
  autoFocus: boolean;
};

/** The input for a recipient's text. */
export function RecipientText({ field, input, autoFocus }: RecipientTextProps) {
  if (input === 'email') return <TextField field={field} type="email" dir="ltr" autoComplete="off" />;
  return <TextField field={field} dir="auto" autoComplete="off" autoFocus={autoFocus} />;
}

/** The texts of a credential's recipient. */
export function recipientFacts(t: TFunction, recipient: Credential['recipient']): Fact[] {
  return FORM_TEXTS.map(({ field }) => {
    const value = recipient[nameOf(field)];
    return [labelOf(t, field), value && <bdi key={field}>{value}</bdi>];
  });
}
