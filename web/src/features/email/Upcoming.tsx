import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { components } from '../../api/schema.v1.gen';
import { useFormat } from '../../i18n/useFormat';
import { ErrorPage } from '../../ui/ErrorPage';
import { Panel } from '../../ui/Panel';
import { upcomingQuery } from './api';

type UpcomingEmails = components['schemas']['UpcomingEmails'];

/** What goes out in the next 7 days. */
export function Upcoming({ paused }: { paused: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(upcomingQuery());
  const named = useName();
  return (
    <Panel
      title={t('emailSettings.schedule.upcoming.title')}
      description={t(`emailSettings.schedule.upcoming.${paused ? 'pausedLead' : 'lead'}`)}
    >
      {!data ? (
        error ? (
          <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
        ) : (
          <Skeleton height={80} />
        )
      ) : data.length === 0 ? (
        <Text c="dimmed">{t('emailSettings.schedule.upcoming.empty')}</Text>
      ) : (
        <Table.ScrollContainer
          minWidth={480}
          tabIndex={0}
          aria-label={t('emailSettings.schedule.upcoming.title')}
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('emailSettings.schedule.upcoming.day')}</Table.Th>
                <Table.Th>{t('emailSettings.schedule.upcoming.email')}</Table.Th>
                <Table.Th>{t('emailSettings.schedule.upcoming.group')}</Table.Th>
                <Table.Th>{t('emailSettings.schedule.upcoming.count')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((one) => (
                <Table.Tr key={`${one.date} ${one.kind} ${one.days} ${one.group_id}`}>
                  <Table.Td>{format.date(one.date)}</Table.Td>
                  <Table.Td>{named(one)}</Table.Td>
                  <Table.Td>
                    <bdi>
                      {one.group_id === null ? t('emailSettings.schedule.upcoming.all') : one.group_name}
                    </bdi>
                  </Table.Td>
                  <Table.Td>{format.number(one.count)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}

function useName() {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ kind, days }: UpcomingEmails) => {
    const count = Math.abs(days);
    const words = { count, number: format.number(count) };
    if (kind === 'reminder') return t('emailSettings.schedule.upcoming.reminderAt', words);
    if (days === 0) return t('emailSettings.schedule.upcoming.today');
    return t(`emailSettings.schedule.upcoming.${kind === 'expired' ? 'after' : 'before'}`, words);
  };
}
