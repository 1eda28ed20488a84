import { Anchor, Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import { ErrorPage } from '../../ui/ErrorPage';
import { behindQuery, type Scope, type Stage } from './api';
import { useWords } from './useWords';

interface BehindDialogProps {
  stage: Stage;
  scope: Scope;
  onClose: () => void;
}

/** The credentials behind a figure, a page at a time. */
export function BehindDialog({ stage, scope, onClose }: BehindDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useWords();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(behindQuery(stage, scope, page));
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={t('insights.behind.title', { stage: words.name(stage) })}
    >
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : !data ? (
        <Skeleton height={240} />
      ) : (
        <Stack gap="md">
          <Table.ScrollContainer minWidth={480}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t('insights.behind.recipient')}</Table.Th>
                  <Table.Th scope="col">{t('insights.group')}</Table.Th>
                  <Table.Th scope="col">{t('insights.behind.at')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.credentials.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <Anchor component={Link} to={`/credentials/${one.uuid}`}>
                        <bdi>{one.recipient_name}</bdi>
                      </Anchor>
                      <Text size="xs" c="dimmed">
                        <bdi>{one.name}</bdi>
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <bdi>{one.group_name}</bdi>
                    </Table.Td>
                    <Table.Td>{format.dateTime(one.at)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {data.credentials.length === 0 && <Text c="dimmed">{t('insights.behind.none')}</Text>}
          {(page > 1 || data.more) && (
            <Group justify="flex-end" gap="xs">
              <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('insights.behind.previous')}
              </Button>
              <Button variant="default" disabled={!data.more} onClick={() => setPage(page + 1)}>
                {t('insights.behind.next')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Modal>
  );
}
