import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { toast } from '../../ui/toast/toast';
import { type Credential, updateCredential } from './api';
import { LifeForm } from './LifeForm';

type Choice = 'never' | 'now' | 'date';

/** Yesterday's date in UTC, as on the server. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Changes the expiry date of an issued credential, or expires it now. */
export function ExpiryDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [choice, setChoice] = useState<Choice>(credential.expired_on ? 'date' : 'never');
  const [date, setDate] = useState(credential.expired_on ?? '');
  const until = { never: null, now: yesterday(), date }[choice];
  return (
    <LifeForm
      title={t('credentials.expiry.title', { name: isolate(credential.recipient.name) })}
      confirm={t('credentials.expiry.confirm')}
      ready={until !== ''}
      onClose={onClose}
      onConfirm={async () => {
        const { state } = await updateCredential(credential.uuid, { expired_on: until });
        if (state === 'expired') toast.success(t('credentials.expiry.expired'));
        else if (until === null) toast.success(t('credentials.expiry.never'));
        else toast.success(t('credentials.expiry.until', { date: format.date(until) }));
      }}
    >
      <Radio.Group
        label={t('credentials.expiry.label')}
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
      >
        <Stack gap="xs" mt={4}>
          {(['never', 'date', 'now'] as const).map((one) => (
            <Radio key={one} value={one} label={t(`credentials.expiry.choice.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {choice === 'date' && (
        <TextInput
          type="date"
          label={t('credentials.form.expiredOn')}
          min={credential.issued_on}
          max="9999-12-31"
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      )}
    </LifeForm>
  );
}
