import { useTranslation } from 'react-i18next';
import { FORM_TEXTS } from '../../api/recipientTexts';
import { type Form, useForm } from '../../ui/form/useForm';
import type { AttributeKey } from './api';
import { type CredentialValues, CUSTOM, credentialRules } from './credentialForm';
import { labelOf } from './RecipientText';

/** The form for adding or editing a credential. */
export function useCredentialForm(
  initial: CredentialValues,
  attributes: readonly AttributeKey[],
): Form<CredentialValues> {
  const { t } = useTranslation();
  return useForm<CredentialValues>({
    initial,
    labels: {
      ...Object.fromEntries(FORM_TEXTS.map(({ field }) => [field, labelOf(t, field)])),
      license_id: t('credentials.form.ownId'),
      name: t('credentials.form.ownName'),
      description: t('credentials.form.ownDescription'),
      issued_on: t('credentials.form.issuedOn'),
      expired_on: t('credentials.form.expiredOn'),
      grade: t('credentials.form.grade'),
      private: t('credentials.form.privacy'),
      ...Object.fromEntries(attributes.map(({ key, name }) => [CUSTOM + key, name])),
    },
    rules: credentialRules(attributes),
  });
}
