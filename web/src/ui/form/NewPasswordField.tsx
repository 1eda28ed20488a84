import { Text } from '@mantine/core';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { passwordStrength, Strength } from '../../lib/passwordStrength';
import { PasswordField } from './fields';
import styles from './NewPasswordField.module.css';

type Measure = typeof passwordStrength;

/** How many of the four parts of the meter are filled. */
const PARTS: Record<Strength, number> = { short: 1, weak: 1, fair: 2, strong: 3, veryStrong: 4 };
const ACCEPTED = 3;

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** What an attacker may know about the person, such as name and email. */
  known?: readonly string[];
}

/** Asks for a new password and shows how strong it is. */
export function NewPasswordField({ known = [], ...props }: NewPasswordFieldProps) {
  const { t } = useTranslation();
  const password = props.field.value;
  const measure = useMeasure(password !== '');
  const strength = measure && password !== '' ? measure(password, known) : null;
  return (
    <div>
      <PasswordField description={t('signIn.passwordHelp')} autoComplete="new-password" {...props} />
      {strength && <Meter strength={strength} />}
      {/* The live region is there before its words, or they would not be read out. */}
      <Text fz="xs" c="dimmed" mt={4} role="status">
        {strength && `${t('signIn.strength.label')}: ${t(`signIn.strength.${strength}`)}`}
      </Text>
    </div>
  );
}

/** Bars for the eye; the words below say the same. */
function Meter({ strength }: { strength: Strength }) {
  const filled = PARTS[strength];
  return (
    <div className={styles.meter} aria-hidden data-accepted={filled >= ACCEPTED || undefined}>
      {[1, 2, 3, 4].map((part) => (
        <span key={part} className={styles.part} data-filled={part <= filled || undefined} />
      ))}
    </div>
  );
}

/** The estimator, loaded once somebody types: its word lists are larger than the page. Without it there is no meter. */
function useMeasure(wanted: boolean): Measure | null {
  const [measure, setMeasure] = useState<Measure | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void import('../../lib/passwordStrength').then(
      (loaded) => !left && setMeasure(() => loaded.passwordStrength),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [wanted]);
  return measure;
}
