import { Code, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import { Facts } from '../../ui/Facts';
import styles from './Audit.module.css';
import type { AuditEvent } from './api';
import { changesOf, useAuditWords } from './words';

/** One entry of the audit log: who did what from where, and what changed. */
export function EventDialog({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useAuditWords();
  return (
    <Modal opened onClose={onClose} size="lg" title={words.action(event.action)}>
      <Stack gap="md">
        <Details details={event.details} />
        <Facts
          facts={[
            [t('audit.column.who'), words.actor(event.actor)],
            [t('audit.column.when'), format.dateTime(event.at)],
            [t('audit.column.object'), `${words.kind(event.object.kind)} ${event.object.id}`],
            [t('audit.column.address'), <Code key="ip">{event.ip || '–'}</Code>],
            [t('audit.details.code'), <Code key="code">{event.action}</Code>],
            [t('audit.details.request'), <Code key="request">{event.request_id || '–'}</Code>],
            [
              t('audit.details.position'),
              event.position === null ? t('audit.details.unsealed') : format.number(event.position),
            ],
          ]}
        />
      </Stack>
    </Modal>
  );
}

function Details({ details }: { details: AuditEvent['details'] }) {
  const { t } = useTranslation();
  if (details.erased === true) return <Text c="dimmed">{t('audit.details.erased')}</Text>;
  const { changes, rest } = changesOf(details);
  if (changes.length === 0 && rest.length === 0) return <Text c="dimmed">{t('audit.details.none')}</Text>;
  return (
    <div className={styles.details}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('audit.details.field')}</Table.Th>
            {changes.length > 0 && <Table.Th>{t('audit.details.before')}</Table.Th>}
            <Table.Th>{t('audit.details.after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ field, before, after }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">
                <Code>{field}</Code>
              </Table.Th>
              <Table.Td dir="auto">
                <Value value={before} />
              </Table.Td>
              <Table.Td dir="auto">
                <Value value={after} />
              </Table.Td>
            </Table.Tr>
          ))}
          {rest.map(([field, value]) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">
                <Code>{field}</Code>
              </Table.Th>
              <Table.Td dir="auto" colSpan={changes.length > 0 ? 2 : 1}>
                <Value value={value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation();
  if (value === null || value === undefined || value === '')
    return <Text c="dimmed">{t('audit.details.empty')}</Text>;
  if (typeof value === 'object') return <Code block>{JSON.stringify(value, null, 2)}</Code>;
  return <>{String(value)}</>;
}
