import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/fields';
import type { FieldProps } from '../../ui/form/useForm';
import styles from './SignInPage.module.css';

/** The number of digits of a code. */
export const CODE_DIGITS = 6;

/** A field for the code of an email. A quiet one has no help and does not take the focus. */
export function CodeField({ field, quiet = false }: { field: FieldProps<string>; quiet?: boolean }) {
  const { t } = useTranslation();
  return (
    <TextField
      field={field}
      {...(!quiet && { description: t('recipient.signIn.codeHelp'), autoFocus: true })}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={CODE_DIGITS + 1}
      dir="ltr"
      classNames={{ input: styles.code ?? '' }}
    />
  );
}
