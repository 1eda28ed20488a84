import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { FORM_TEXTS, nameOf, type RecipientField } from '../../api/recipientTexts';
import { LANGUAGES, offeredLanguages } from '../../i18n/languages';
import type { Fact } from '../../ui/Facts';
import { SelectField, TextField } from '../../ui/form/fields';
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
  const { t } = useTranslation();
  if (input === 'language') {
    return (
      <SelectField
        field={field}
        searchable
        clearable
        description={t('credentials.form.languageHelp')}
        placeholder={t('credentials.form.languageOfGroup')}
        data={choices(field.value)}
      />
    );
  }
  if (input === 'email') return <TextField field={field} type="email" dir="ltr" autoComplete="off" />;
  return <TextField field={field} dir="auto" autoComplete="off" autoFocus={autoFocus} />;
}

/** The server stores tags in canonical form: pt-BR. */
const canonical = (code: string) => Intl.getCanonicalLocales(code)[0] ?? code;

/** The name of a language in that language. Imports and the API accept more languages than the product has. */
function languageName(tag: string): string {
  const known = LANGUAGES.find(({ value }) => canonical(value) === tag);
  return known?.name ?? new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}

/** The languages with texts, and the present one. */
function choices(current: string) {
  const tags = new Set(offeredLanguages().map(({ value }) => canonical(value)));
  if (current) tags.add(current);
  return [...tags].map((value) => ({ value, label: languageName(value) }));
}

/** The texts of a credential's recipient. */
export function recipientFacts(t: TFunction, recipient: Credential['recipient']): Fact[] {
  return FORM_TEXTS.map(({ field, input }) => {
    const text = recipient[nameOf(field)];
    const value = input === 'language' && text ? languageName(text) : text;
    return [labelOf(t, field), value && <bdi key={field}>{value}</bdi>];
  });
}
