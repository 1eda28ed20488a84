import { Text } from '@mantine/core';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { passwordStrength, Strength } from '../../lib/passwordStrength';
import { PasswordField } from './fields';
import styles from './NewPasswordField.module.css';

type Measure = typeof passwordStrength;

/** The number of filled segments of the meter, out of four. */
const PARTS: Record<Strength, number> = { short: 1, weak: 1, fair: 2, strong: 3, veryStrong: 4 };
const ACCEPTED = 3;

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** Words that an attacker may know about the user, such as the name and email. */
  known?: readonly string[];
}

/** A field for a new password with a strength meter. */
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

/** The bars are decorative: the text below says the same. */
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

/**
 * Loads the strength estimator once the user types, because its word lists are larger than the page. Until it has loaded, there
 * is no meter.
 */
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
