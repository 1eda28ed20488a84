import { Alert, Button, Code, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { saveBlob } from '../../lib/saveBlob';
import { CopyButton } from '../../ui/CopyButton';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import styles from './Audit.module.css';
import { headsQuery, sealedLog } from './api';

/** The name of the downloaded log. */
const FILE = 'audit-log.jsonl';

/** The newest signed head of the log, and the download that can be verified elsewhere. */
export function SealPanel() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQuery(headsQuery());
  const download = useMutation({
    mutationFn: sealedLog,
    onSuccess: (log) => saveBlob(log, FILE),
  });
  const head = data?.[0];
  return (
    <Panel title={t('audit.seal.title')} description={t('audit.seal.lead')}>
      <Stack gap="sm" align="start">
        {error ? (
          <Text c="dimmed">{error.message}</Text>
        ) : data === undefined ? (
          <Skeleton height={24} width={280} />
        ) : head ? (
          <Facts
            facts={[
              [
                t('audit.seal.last'),
                <span key="head" className={styles.head}>
                  {t('audit.seal.value', {
                    position: format.number(head.position),
                    time: isolate(format.dateTime(head.signed_at)),
                  })}
                  <CopyButton value={head.token} label={t('audit.seal.copy')} />
                </span>,
              ],
            ]}
          />
        ) : (
          <Text c="dimmed">{t('audit.seal.none')}</Text>
        )}
        <Text>
          {t('audit.seal.check')} <Code dir="ltr">{`laurel audit verify ${FILE}`}</Code>
        </Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('audit.seal.download')}
        </Button>
        {download.error && (
          <Alert color="red" role="alert" title={t('audit.seal.failed')}>
            {download.error.message}
          </Alert>
        )}
      </Stack>
    </Panel>
  );
}
