import { Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface WhenFieldProps {
  /** The local time in the format of the input, or null for now. */
  value: string | null;
  error?: string;
  onChange: (value: string | null) => void;
}

/** Returns tomorrow at nine, in the format of a local time input. */
function tomorrow(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Selects whether to publish now or at a later time. */
export function WhenField({ value, error, onChange }: WhenFieldProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('publish.when.label')}
      value={value === null ? 'now' : 'later'}
      onChange={(choice) => onChange(choice === 'now' ? null : tomorrow())}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="now" label={t('publish.when.now')} />
        <Radio value="later" label={t('publish.when.later')} />
        {value !== null && (
          <TextInput
            type="datetime-local"
            aria-label={t('publish.when.at')}
            description={t('publish.when.help')}
            maw={240}
            value={value}
            error={error}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Radio.Group>
  );
}
