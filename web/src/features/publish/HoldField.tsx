import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';

const CHOICES = [0, 5, 10, 15, 30, 60];

interface HoldFieldProps {
  /** In minutes. */
  value: number;
  /** The department's default, which is always one of the options. */
  usual: number;
  onChange: (value: number) => void;
}

/** Selects how long the emails of a publication are held. Until then it can be undone. */
export function HoldField({ value, usual, onChange }: HoldFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const minutes = [...new Set([...CHOICES, usual])].sort((a, b) => a - b);
  return (
    <Select
      label={t('publish.hold.label')}
      description={t('publish.hold.help')}
      data={minutes.map((count) => ({
        value: String(count),
        label:
          count === 0
            ? t('publish.hold.none')
            : t('publish.hold.minutes', { count, number: format.number(count) }),
      }))}
      value={String(value)}
      maw={240}
      onChange={(next) => onChange(Number(next))}
    />
  );
}
