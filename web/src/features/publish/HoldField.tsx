import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';

const CHOICES = [0, 5, 10, 15, 30, 60];

interface HoldFieldProps {
  /** Minutes. */
  value: number;
  /** What the department proposes; it is among the choices. */
  usual: number;
  onChange: (value: number) => void;
}

/** How long the mails of a publication wait, and so how long it can be undone. */
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
      allowDeselect={false}
      maw={240}
      onChange={(next) => onChange(Number(next))}
    />
  );
}
