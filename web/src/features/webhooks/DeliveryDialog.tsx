import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { CopyButton } from '../../ui/CopyButton';
import { Modal } from '../../ui/dialog/Modal';
import { type DeliveryDetail, deliveryQuery } from './api';
import styles from './Webhooks.module.css';
import { useEventWords, useResult } from './words';

interface DeliveryDialogProps {
  id: number;
  deliveryId: number;
  onClose: () => void;
}

/** One delivery: the request body, and the response to each attempt. */
export function DeliveryDialog({ id, deliveryId, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation();
  const words = useEventWords();
  const { data, error } = useQuery(deliveryQuery(id, deliveryId));
  return (
    <Modal opened onClose={onClose} size="xl" title={data ? words(data.type) : t('webhooks.log.title')}>
      {data ? <Detail delivery={data} /> : error ? <Text>{error.message}</Text> : <Skeleton height={240} />}
    </Modal>
  );
}

function Detail({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const result = useResult();
  return (
    <Stack gap="md">
      <Text c="dimmed" dir="ltr">
        {delivery.event_id}
      </Text>
      <Block title={t('webhooks.log.body')} text={indented(delivery.body)} copy={delivery.body} />
      {delivery.tries.map((one) => (
        <Block
          key={one.at}
          title={`${format.dateTime(one.at)} · ${result(one.status, one.error)}`}
          text={one.answer}
          copy={one.answer}
        />
      ))}
    </Stack>
  );
}

/** A block of verbatim text with a copy button. */
function Block({ title, text, copy }: { title: string; text: string; copy: string }) {
  const { t } = useTranslation();
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} size="h5">
          {title}
        </Title>
        {copy && <CopyButton value={copy} label={t('webhooks.log.copy')} />}
      </Group>
      {text ? (
        <pre dir="ltr" className={styles.code}>
          {text}
        </pre>
      ) : (
        <Text c="dimmed">{t('webhooks.log.empty')}</Text>
      )}
    </Stack>
  );
}

/** JSON with indentation. Text that is not JSON is returned unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
