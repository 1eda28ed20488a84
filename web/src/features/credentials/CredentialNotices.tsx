import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import type { Credential } from './api';
import { TestNotice } from './TestNotice';
import { useCredentialActions } from './useCredentialActions';

interface CredentialNoticesProps {
  credential: Credential;
  onPublish: () => void;
}

/** Notices above a credential: that it is a test, is scheduled, could not be published, or has been superseded. */
export function CredentialNotices({ credential, onPublish }: CredentialNoticesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const actions = useCredentialActions();
  const mayPublish = usePermission('publish_credentials');
  const { publish_at: at, publish_refusal: refusal, supersedes, superseded_by: next } = credential;
  return (
    <>
      {credential.test && <TestNotice />}
      {at && (
        <Notice icon={<IconClock size={18} />}>
          <Text>{t('credentials.scheduled.at', { time: format.dateTime(at) })}</Text>
          <Text c="dimmed">
            {t(credential.publish_send_email ? 'credentials.scheduled.mail' : 'credentials.scheduled.quiet')}
          </Text>
          {mayPublish && (
            <Group gap="xs" mt="xs">
              <Button variant="default" size="xs" onClick={onPublish}>
                {t('credentials.scheduled.change')}
              </Button>
              <Button variant="default" size="xs" onClick={() => void actions.unschedule(credential)}>
                {t('credentials.scheduled.cancel')}
              </Button>
            </Group>
          )}
        </Notice>
      )}
      {refusal && (
        <Notice icon={<IconAlertTriangle size={18} />} color="yellow">
          <Text fw={500}>{t('publish.couldNot.title')}</Text>
          <Text>
            {t(
              refusal === 'insufficient_credits'
                ? 'publish.couldNot.credits'
                : `errors.publishing.${refusal as 'duplicate'}`,
            )}
          </Text>
        </Notice>
      )}
      {supersedes && (
        <Notice icon={<IconRefresh size={18} />}>
          <Text>{t('credentials.renew.of')}</Text>
          <Anchor component={Link} to={`/credentials/${supersedes.uuid}`} inherit>
            {t('credentials.renew.openOld')}
          </Anchor>
        </Notice>
      )}
      {next && (
        <Notice icon={<IconRefresh size={18} />}>
          <Text>
            {t(
              next.state === 'draft' || next.state === 'scheduled'
                ? 'credentials.renew.prepared'
                : 'credentials.renew.by',
            )}
          </Text>
          <Anchor component={Link} to={`/credentials/${next.uuid}`} inherit>
            {t('credentials.renew.openNew')}
          </Anchor>
        </Notice>
      )}
    </>
  );
}

function Notice({
  icon,
  color = 'laurel',
  children,
}: {
  icon: ReactNode;
  color?: string;
  children: ReactNode;
}) {
  return (
    <Alert variant="light" color={color} icon={icon} mb="md" styles={{ message: { color: 'var(--lr-ink)' } }}>
      {children}
    </Alert>
  );
}
