import { Alert, List } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import type { EmailSettings } from './api';

const INK = { title: { color: 'var(--lr-ink)' }, message: { color: 'var(--lr-ink)' } };

/** How many emails wait, what for, and until when. */
export function Waiting({ waiting }: { waiting: EmailSettings['waiting'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = waiting.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      mb="md"
      icon={<IconClockPause size={18} aria-hidden />}
      title={t('emailSettings.waiting.title', { count, number: format.number(count) })}
      styles={INK}
    >
      <List size="sm">
        {waiting.map(({ limit, count: some, next_at }) => (
          <List.Item key={limit}>
            {t(`emailSettings.waiting.${limit}`, {
              number: format.number(some),
              time: isolate(format.dateTime(next_at)),
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
