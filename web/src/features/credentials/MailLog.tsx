import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { type Credential, type Mail, mailsQuery } from './api';
import styles from './CredentialPage.module.css';
import { isDraft } from './publishSlot';
import { holds } from './standing';
import { useCredentialActions } from './useCredentialActions';
import { useCredentialWords } from './words';

/** All emails about a credential, newest first, with buttons to send them again. */
export function MailLog({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useCredentialWords();
  const actions = useCredentialActions();
  const mayPublish = usePermission('publish_credentials');
  const { data, error, refetch } = useQuery(mailsQuery(credential.uuid));
  return (
    <Panel
      title={t('credentials.mail.title')}
      action={
        mayPublish &&
        holds(credential) && (
          <Button variant="default" size="xs" onClick={() => void actions.resend(credential)}>
            {t('credentials.actions.resend')}
          </Button>
        )
      }
    >
      {error && !data && (
        <Group justify="space-between" gap="sm" role="alert">
          <Text c="dimmed">{t('credentials.mail.failed')}</Text>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {t('ui.error.retry')}
          </Button>
        </Group>
      )}
      {!data && !error && <Skeleton height={64} />}
      {data?.length === 0 && (
        <Text c="dimmed">
          {t(isDraft(credential) ? 'credentials.mail.emptyDraft' : 'credentials.mail.empty')}
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={styles.mails}>
          {data.map((mail) => {
            const { tone, word } = words.mail(mail.state);
            return (
              <li key={mail.id}>
                <Group justify="space-between" wrap="nowrap" gap="sm">
                  <Text truncate dir="auto">
                    {mail.subject}
                  </Text>
                  <StateDot tone={tone}>{word}</StateDot>
                </Group>
                <div className={styles.when}>
                  {t('credentials.mail.line', {
                    email: isolate(mail.recipient),
                    time: isolate(format.dateTime(mail.sent_at ?? mail.created_at)),
                  })}
                </div>
                <MailReason mail={mail} />
                {mayPublish && (mail.state === 'failed' || mail.state === 'uncertain') && (
                  <Button
                    variant="default"
                    size="compact-xs"
                    mt={4}
                    onClick={() => void actions.retryMail(credential, mail.id)}
                  >
                    {t('credentials.mail.retry')}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

/** Why an email was not delivered, or may not have been. */
function MailReason({ mail }: { mail: Mail }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (mail.state === 'uncertain')
    return <div className={styles.when}>{t('credentials.mail.uncertainWhy')}</div>;
  if (mail.waits_for && mail.not_before)
    return (
      <div className={styles.when}>
        {t(`credentials.mail.waits.${mail.waits_for}`, { time: isolate(format.dateTime(mail.not_before)) })}
      </div>
    );
  if (!mail.last_error) return null;
  if (mail.state === 'failed')
    return (
      <div className={styles.why} dir="auto">
        {mail.last_error}
      </div>
    );
  if (mail.state !== 'queued') return null;
  return (
    <div className={styles.when}>{t('credentials.mail.retrying', { reason: isolate(mail.last_error) })}</div>
  );
}
