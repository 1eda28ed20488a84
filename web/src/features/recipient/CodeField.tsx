import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/fields';
import type { FieldProps } from '../../ui/form/useForm';
import styles from './SignInPage.module.css';

/** The number of digits of a code. */
export const CODE_DIGITS = 6;

/** A field for the code of an email. */
export function CodeField({ field }: { field: FieldProps<string> }) {
  const { t } = useTranslation();
  return (
    <TextField
      field={field}
      description={t('recipient.signIn.codeHelp')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={CODE_DIGITS + 1}
      autoFocus
      dir="ltr"
      classNames={{ input: styles.code ?? '' }}
    />
  );
}
