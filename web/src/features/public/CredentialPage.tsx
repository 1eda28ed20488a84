import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { recipientSecret } from '../../api/credentials';
import { type PublicCredential, publicCredentialQuery } from './api';
import { CredentialView } from './CredentialView';
import { PublicFrame } from './PublicFrame';
import { Refused } from './Refused';
import { isReference } from './reference';

interface CredentialPageProps {
  /** Bar at the top for signed-in recipients. */
  OwnerBar: ComponentType<{ credential: PublicCredential }>;
  /** What they can download besides. */
  OwnDownloads: ComponentType<{ credential: PublicCredential }>;
}

/** Public page of one credential. */
export function CredentialPage({ OwnerBar, OwnDownloads }: CredentialPageProps) {
  const { t } = useTranslation();
  const { ref = '' } = useParams();
  const [params] = useSearchParams();
  const named = isReference(ref);
  const { data, error, refetch } = useQuery({
    ...publicCredentialQuery(ref, params.get('key')),
    enabled: named,
  });
  if (!named) return <Refused error={null} onRetry={() => undefined} />;
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <PublicFrame title={t('product')}>
        <Skeleton style={{ aspectRatio: 1.41, maxWidth: 900, marginInline: 'auto' }} aria-busy />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame
      title={`${data.name} · ${data.recipient.name}`}
      issuer={data.issuer}
      contact={contactPath(ref, params.get('key'))}
    >
      <OwnerBar credential={data} />
      <CredentialView credential={data} ownDownloads={<OwnDownloads credential={data} />} />
      {!recipientSecret() && <Claim uuid={data.uuid} />}
    </PublicFrame>
  );
}

/** The way for the recipient, who has only this page, to become its owner. */
function Claim({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed" ta="center" mt="xl">
      {t('public.owner.question')}{' '}
      <Anchor component={Link} to={`/me/sign-in?next=/${uuid}`} underline="always">
        {t('public.owner.link')}
      </Anchor>
    </Text>
  );
}

function contactPath(ref: string, key: string | null): string {
  return `/contact?${new URLSearchParams({ credential: ref, ...(key && { key }) })}`;
}
