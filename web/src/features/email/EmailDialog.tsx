import { Anchor, Button, Code, Group, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Modal } from '../../ui/dialog/Modal';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { emailQuery, resendEmail, type WholeEmail } from './api';
import styles from './Email.module.css';
import { useChange } from './useChange';

/** An email as it was or will be sent, and what happened to it. */
export function EmailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const change = useChange();
  const { data, error, refetch } = useQuery(emailQuery(id));
  const again = data?.state === 'failed' || data?.state === 'uncertain';
  const resend = async () => {
    await change(() => resendEmail(id), t('emailSettings.log.resent'));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={data?.subject ?? t('emailSettings.log.title')} size="xl">
      <Stack gap="md">
        {data ? (
          <Content email={data} />
        ) : error ? (
          <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
        ) : (
          <Skeleton height={320} />
        )}
        <Group justify="flex-end" gap="xs">
          {again && (
            <Button variant="default" onClick={() => void resend()}>
              {t('emailSettings.log.resend')}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {t('emailSettings.log.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Content({ email }: { email: WholeEmail }) {
  const { t } = useTranslation();
  const lines = (list: readonly string[]) => list.length > 0 && <bdi dir="ltr">{list.join(', ')}</bdi>;
  return (
    <>
      <Facts
        facts={[
          [t('emailSettings.log.from'), <bdi key="from">{email.from}</bdi>],
          [
            t('emailSettings.log.to'),
            <bdi key="to" dir="ltr">
              {email.recipient}
            </bdi>,
          ],
          [t('emailSettings.log.cc'), lines(email.cc) || null],
          [t('emailSettings.log.bcc'), lines(email.bcc) || null],
          [t('emailSettings.log.replyTo'), email.reply_to],
          [
            t('emailSettings.log.messageId'),
            <bdi key="id" dir="ltr" className={styles.breaks}>
              {email.message_id}
            </bdi>,
          ],
        ]}
      />
      {email.credential_id !== null && (
        <Anchor component={Link} to={`/credentials/${email.credential_id}`} underline="always">
          {t('emailSettings.log.credential')}
        </Anchor>
      )}
      <Timeline email={email} />
      <section>
        <Title order={3} size="h4" mb="xs">
          {t('emailSettings.log.message')}
        </Title>
        <Tabs defaultValue="text" keepMounted={false}>
          <Tabs.List mb="xs">
            <Tabs.Tab value="text">{t('emailSettings.log.text')}</Tabs.Tab>
            <Tabs.Tab value="html">{t('emailSettings.log.html')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="text">
            <Code block tabIndex={0} dir="auto" className={styles.source}>
              {email.text}
            </Code>
          </Tabs.Panel>
          <Tabs.Panel value="html">
            <Code block tabIndex={0} dir="ltr" className={styles.source}>
              {email.html}
            </Code>
          </Tabs.Panel>
        </Tabs>
        <Text size="sm" c="dimmed" mt="xs">
          {t('emailSettings.log.removed')}
        </Text>
      </section>
    </>
  );
}

function Timeline({ email }: { email: WholeEmail }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {t('emailSettings.log.timeline')}
      </Title>
      <ol className={styles.steps}>
        {email.timeline.map((moment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the past does not change its order
          <li key={at}>
            <Group justify="space-between" gap="sm">
              <Text>{t(`emailSettings.log.moment.${moment.what}`)}</Text>
              {moment.at && (
                <Text size="sm" c="dimmed">
                  {format.dateTime(moment.at)}
                </Text>
              )}
            </Group>
            {moment.reason && (
              <Text size="sm" dir="auto">
                {moment.what === 'waiting' && email.waits_for !== ''
                  ? t(`emailSettings.log.limit.${email.waits_for}`)
                  : moment.reason}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
