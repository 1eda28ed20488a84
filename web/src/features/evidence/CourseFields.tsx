import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CourseTime } from './content';
import { daysBetween } from './values';

interface CourseFieldsProps {
  value: CourseTime;
  error?: string;
  onChange: (value: CourseTime) => void;
}

/** Start, end and length in days of a course. The length is computed from the dates until the user edits it. */
export function CourseFields({ value, error, onChange }: CourseFieldsProps) {
  const { t } = useTranslation();
  const dated = (change: Partial<CourseTime>) => {
    const next = { ...value, ...change };
    const counted = value.days === '' || value.days === daysBetween(value.start, value.end);
    onChange(counted ? { ...next, days: daysBetween(next.start, next.end) } : next);
  };
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }}>
      {(['start', 'end'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`evidence.course.${name}`)}
          value={value[name]}
          error={name === 'start' ? error : undefined}
          onChange={(event) => dated({ [name]: event.currentTarget.value })}
        />
      ))}
      <NumberInput
        label={t('evidence.course.days')}
        min={0}
        max={100_000}
        allowDecimal={false}
        value={value.days}
        onChange={(days) => onChange({ ...value, days: String(days) })}
      />
    </SimpleGrid>
  );
}
