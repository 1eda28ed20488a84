import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { ErrorPage } from '../../../ui/ErrorPage';
import { hasSession, signedOut } from '../signedOut';
import { type ProfilePreview, profilePreviewQuery } from './api';

interface ProfilePreviewPageProps {
  Frame: ComponentType<{ title: string; children: ReactNode }>;
  View: ComponentType<{ profile: ProfilePreview['profile'] }>;
}

/** The recipient's profile as others see it, or would once it is published. */
export function ProfilePreviewPage({ Frame, View }: ProfilePreviewPageProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...profilePreviewQuery(), enabled: hasSession() });
  if (signedOut(error)) return <Navigate to="/me/sign-in?next=/me/profile/preview" replace />;
  return (
    <Frame title={t('profile.preview.title')}>
      <Alert
        color="gray"
        variant="outline"
        icon={<IconEye aria-hidden />}
        title={t('profile.preview.title')}
        mb="xl"
      >
        <Group justify="space-between" gap="sm">
          <Text>{t(data?.published ? 'profile.preview.published' : 'profile.preview.unpublished')}</Text>
          <Button component={Link} to="/me/profile" variant="default">
            {t('profile.preview.back')}
          </Button>
        </Group>
      </Alert>
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={280} aria-busy />
      ) : (
        <View profile={data.profile} />
      )}
    </Frame>
  );
}
