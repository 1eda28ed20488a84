import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconExternalLink, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { ApiError } from '../../../api/errors';
import { recipientQuery } from '../../../api/recipient';
import { ErrorPage } from '../../../ui/ErrorPage';
import { StateDot } from '../../../ui/StateDot';
import { AboutPanel } from './AboutPanel';
import { type Profile, profileQuery } from './api';
import { PhotoPanel } from './PhotoPanel';
import styles from './profile.module.css';
import { ShownPanel } from './ShownPanel';
import { VisibilityPanel } from './VisibilityPanel';

interface ProfilePageProps {
  Frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** The recipient's public profile: what it says, which credentials it shows, and who can see it. */
export function ProfilePage({ Frame }: ProfilePageProps) {
  const { t } = useTranslation();
  const session = useQuery(recipientQuery());
  // The session of an issuer's link changes no profile.
  const own = session.data?.level === 'full';
  const { data, error, refetch } = useQuery({ ...profileQuery(), enabled: own });
  const signedOut = error instanceof ApiError && (error.status === 401 || error.status === 403);
  if ((session.data !== undefined && !own) || signedOut)
    return <Navigate to="/me/sign-in?next=/me/profile" replace />;
  return (
    <Frame title={t('profile.title')}>
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} aria-busy />
      ) : (
        <Loaded profile={data} />
      )}
    </Frame>
  );
}

function Loaded({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { published, url } = profile;
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="lg">
        <div className={styles.head}>
          <Group gap="sm">
            <Title order={1} size="h2">
              {t('profile.title')}
            </Title>
            <StateDot tone={published ? 'good' : 'quiet'}>
              {t(published ? 'profile.published' : 'profile.unpublished')}
            </StateDot>
          </Group>
          <Text c="dimmed">{t('profile.lead')}</Text>
        </div>
        <Group gap="xs">
          <Button component={Link} to="/me" variant="default">
            {t('recipient.bar.all')}
          </Button>
          <Button
            component={Link}
            to="/me/profile/preview"
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
          >
            {t('profile.preview.action')}
          </Button>
          {published && url && (
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noopener"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {t('profile.open')}
            </Button>
          )}
        </Group>
      </Group>
      <div className={styles.columns}>
        <div className={styles.panels}>
          <AboutPanel profile={profile} />
          <ShownPanel profile={profile} />
        </div>
        <div className={styles.panels}>
          <VisibilityPanel profile={profile} />
          <PhotoPanel profile={profile} />
        </div>
      </div>
    </>
  );
}
