import { Alert, Anchor, Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../api/errors';
import { useFormat } from '../../../i18n/useFormat';
import { ImportStatus } from '../../../ui/card/CredentialStatus';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorPage } from '../../../ui/ErrorPage';
import { Facts } from '../../../ui/Facts';
import { Panel } from '../../../ui/Panel';
import { hasSession, signedOut } from '../signedOut';
import { type ImportedDetails, importQuery } from './api';
import { ImportActions } from './ImportActions';
import { ImportedPicture } from './ImportedPicture';
import styles from './imports.module.css';

interface ImportedPageProps {
  Frame: ComponentType<{ title: string; children: ReactNode }>;
  Steps: ComponentType<{ steps: ImportedDetails['verification']['steps'] }>;
}

/** One imported credential: what it says, and what its verification found. */
export function ImportedPage({ Frame, Steps }: ImportedPageProps) {
  const { t } = useTranslation();
  const id = useParams().id ?? '';
  const { data, error, refetch } = useQuery({ ...importQuery(id), enabled: hasSession() });
  if (signedOut(error)) return <Navigate to={`/me/sign-in?next=/me/import/${id}`} replace />;
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <Frame title={data?.title || t('imported.title')}>
      {gone ? (
        <EmptyState
          level={1}
          title={t('imported.gone')}
          action={
            <Button component={Link} to="/me?show=imported" variant="default">
              {t('imported.all')}
            </Button>
          }
        />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} aria-busy />
      ) : (
        <Loaded imported={data} Steps={Steps} />
      )}
    </Frame>
  );
}

function Loaded({ imported, Steps }: { imported: ImportedDetails } & Pick<ImportedPageProps, 'Steps'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const go = useNavigate();
  const { issuer, source } = imported;
  const day = (value: string | null) => value && format.date(value.slice(0, 10));
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="lg">
        <div className={styles.head}>
          <Title order={1} size="h2">
            <bdi>{imported.title || t('imported.untitled')}</bdi>
          </Title>
          <span className={styles.line}>
            <ImportStatus status={imported.status} />
            <Badge variant="default" size="sm" tt="none">
              {t('imported.mark')}
            </Badge>
          </span>
        </div>
        <Group gap="xs">
          <Button component={Link} to="/me?show=imported" variant="default">
            {t('imported.all')}
          </Button>
          <ImportActions imported={imported} onRemoved={() => void go('/me?show=imported')} />
        </Group>
      </Group>
      <Notices imported={imported} />
      <div className={styles.columns}>
        <ImportedPicture imported={imported} width="100%" />
        <Panel>
          {imported.description && (
            <Text className={styles.description}>
              <bdi>{imported.description}</bdi>
            </Text>
          )}
          <Facts
            facts={[
              [
                t('public.verify.issuer'),
                issuer.name || issuer.id ? (
                  <span key="issuer" className={styles.stack}>
                    <bdi>{issuer.name}</bdi>
                    {issuer.url && (
                      <Anchor href={issuer.url} rel="noopener noreferrer nofollow" target="_blank" inherit>
                        <bdi dir="ltr">{issuer.url}</bdi>
                      </Anchor>
                    )}
                    <bdi dir="ltr" className={styles.source}>
                      {issuer.id}
                    </bdi>
                  </span>
                ) : null,
              ],
              [t('public.verify.issuedAt'), day(imported.issued_at)],
              [t('public.verify.validUntil'), day(imported.expires_at)],
              [t('imported.skills'), imported.skills.join(', ')],
              [t('public.verify.standard'), imported.standard],
              [
                t('imported.from'),
                source.url ? (
                  <bdi key="url" dir="ltr" className={styles.source}>
                    {source.url}
                  </bdi>
                ) : (
                  (source.file_name ?? t('imported.pasted'))
                ),
              ],
              [t('imported.importedAt'), format.date(imported.created_at)],
            ]}
          />
        </Panel>
      </div>
      {imported.status !== 'unverified' && (
        <Panel title={t('public.verify.steps')} description={t('imported.weekly')}>
          <div className={styles.checks}>
            <Steps steps={imported.verification.steps} />
          </div>
          <Text size="sm" c="dimmed">
            {t('public.verify.checkedAt', { date: format.dateTime(imported.checked_at) })}
            {imported.next_check_at &&
              ` · ${t('imported.nextCheck', { date: format.dateTime(imported.next_check_at) })}`}
          </Text>
        </Panel>
      )}
      {imported.attempt && (
        <Panel title={t('imported.attempt')}>
          <div className={styles.checks}>
            <Steps steps={imported.attempt.steps} />
          </div>
        </Panel>
      )}
    </>
  );
}

function Notices({ imported }: { imported: ImportedDetails }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words: string[] = [];
  if (imported.status === 'unverified') words.push(t('imported.unverifiedHelp'));
  if (imported.recipient_match === 'no_match')
    words.push(`${t('imported.notYours')} ${t('imported.notYoursHelp')}`);
  if (imported.unreachable_since)
    words.push(
      `${t('imported.unreachableSince', { date: format.date(imported.unreachable_since) })} ${t('imported.unreachableHelp')}`,
    );
  if (words.length === 0) return null;
  return (
    <Alert color="gray" variant="outline" icon={<IconAlertTriangle aria-hidden />} mb="lg">
      {words.map((each) => (
        <Text key={each}>{each}</Text>
      ))}
    </Alert>
  );
}
