import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { CopyButton } from '../../ui/CopyButton';
import { Modal } from '../../ui/dialog/Modal';
import { Facts } from '../../ui/Facts';
import styles from './ApiKeys.module.css';
import type { KeyRequest } from './api';

/** Details of one request, including the request ID, which support asks for first. */
export function RequestDialog({ request, onClose }: { request: KeyRequest; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const code = (text: string) =>
    text && (
      <span dir="ltr" className={styles.request}>
        {text}
      </span>
    );
  return (
    <Modal opened onClose={onClose} title={t('apiKeys.log.one')}>
      <Facts
        facts={[
          [t('apiKeys.log.request'), code(`${request.method} ${request.path}`)],
          [t('apiKeys.log.status'), String(request.status)],
          [t('apiKeys.log.code'), code(request.code)],
          [t('apiKeys.log.took'), t('apiKeys.log.ms', { number: format.number(request.milliseconds) })],
          [t('apiKeys.log.when'), format.dateTime(request.at)],
          [t('apiKeys.log.address'), code(request.address)],
          [
            t('apiKeys.log.id'),
            <Group key="id" gap={4} wrap="nowrap">
              {code(request.request_id)}
              <CopyButton value={request.request_id} label={t('apiKeys.log.copyId')} />
            </Group>,
          ],
        ]}
      />
    </Modal>
  );
}
