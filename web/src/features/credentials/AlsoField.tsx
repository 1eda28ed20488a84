import { Box, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Panel } from '../../ui/Panel';
import { type Also, type Credential, sharedQuery } from './api';

interface AlsoFieldProps {
  credential: Credential;
  /** Which shared values have changed. */
  changed: Record<Also[number], boolean>;
  value: Also;
  onChange: (value: Also) => void;
}

/** If a value that other credentials share has changed, asks whether to correct those as well. */
export function AlsoField({ credential, changed, value, onChange }: AlsoFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery({
    ...sharedQuery(credential.uuid),
    enabled: changed.recipient || changed.group,
  });
  const counts = { recipient: data?.recipient_count ?? 0, group: data?.group_count ?? 0 };
  const asked = (['recipient', 'group'] as const).filter((one) => changed[one] && counts[one] > 0);
  if (asked.length === 0) return null;
  const names = { recipient: credential.recipient.email, group: credential.group_name };
  const set = (one: Also[number], all: boolean) =>
    onChange(all ? [...value.filter((other) => other !== one), one] : value.filter((other) => other !== one));
  return (
    <Box mt="md">
      <Panel title={t('credentials.also.title')}>
        {asked.map((one) => (
          <Radio.Group
            key={one}
            label={t(`credentials.also.${one}.label`)}
            value={value.includes(one) ? 'all' : 'this'}
            onChange={(choice) => set(one, choice === 'all')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="this" label={t('credentials.also.this')} />
              <Radio
                value="all"
                label={t(`credentials.also.${one}.all`, {
                  count: counts[one],
                  number: format.number(counts[one]),
                  name: isolate(names[one]),
                })}
                description={t('credentials.also.help')}
              />
            </Stack>
          </Radio.Group>
        ))}
      </Panel>
    </Box>
  );
}
