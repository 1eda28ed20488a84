import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { EmptyState } from '../../ui/EmptyState';
import { CredentialCards } from './CredentialCards';
import styles from './ProfilePage.module.css';
import { PublicFrame } from './PublicFrame';
import { type PublicProfile, publicProfileQuery } from './profile';
import { Refused } from './Refused';

/** The public page of a person: who they are, their skills, and the credentials that prove them. */
export function Component() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(publicProfileQuery(useParams().slug ?? ''));
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <PublicFrame title={t('product')}>
        <Skeleton height={280} aria-busy />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title={data.name}>
      <ProfileView profile={data} />
    </PublicFrame>
  );
}

/** What a profile shows to everybody. */
export function ProfileView({ profile: data }: { profile: PublicProfile }) {
  const { t } = useTranslation();
  return (
    <>
      <Head profile={data} />
      {data.skills.length > 0 && (
        <Section title={t('profile.skills')}>
          <Skills profile={data} />
        </Section>
      )}
      {data.collections.length > 0 && (
        <Section title={t('profile.collections')}>
          <ul className={styles.collections}>
            {data.collections.map(({ name, description, url }) => (
              <li key={url}>
                <Anchor href={url} fw={600}>
                  <bdi>{name}</bdi>
                </Anchor>
                {description && (
                  <Text size="sm" c="dimmed">
                    <bdi>{description}</bdi>
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {data.credentials.length > 0 ? (
        <Section title={t('profile.credentials')}>
          <CredentialCards items={data.credentials.map((credential) => ({ credential }))} />
        </Section>
      ) : (
        <EmptyState title={t('profile.empty')} />
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Head({ profile }: { profile: PublicProfile }) {
  const { t } = useTranslation();
  const { name, headline, bio, links, photo_url: photo } = profile;
  return (
    <header className={styles.head}>
      {photo && (
        <img src={photo} alt={t('profile.photoAlt', { name: isolate(name) })} className={styles.photo} />
      )}
      <div className={styles.words}>
        <Title order={1}>
          <bdi>{name}</bdi>
        </Title>
        {headline && (
          <Text size="lg" c="dimmed">
            <bdi>{headline}</bdi>
          </Text>
        )}
        {bio && (
          <Text className={styles.bio} dir="auto">
            {bio}
          </Text>
        )}
        {links.length > 0 && (
          <ul className={styles.links} aria-label={t('profile.links')}>
            {links.map(({ label, url }) => (
              <li key={url}>
                <Anchor href={url} rel="nofollow ugc noopener">
                  <bdi>{label}</bdi>
                </Anchor>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Group className={styles.actions}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('profile.print')}
        </Button>
      </Group>
    </header>
  );
}

/** Each skill opens the credentials that stand for it. */
function Skills({ profile }: { profile: PublicProfile }) {
  const { t } = useTranslation();
  const format = useFormat();
  const byId = new Map(profile.credentials.map((credential) => [credential.uuid, credential]));
  return (
    <ul className={styles.skills}>
      {profile.skills.map(({ name, credential_ids: ids }) => (
        <li key={name}>
          <details>
            <summary>
              <bdi className={styles.skill}>{name}</bdi>
              <span className={styles.number}>
                {t('profile.evidence', { count: ids.length, number: format.number(ids.length) })}
              </span>
            </summary>
            <ul className={styles.proofs}>
              {ids.map((id) => {
                const credential = byId.get(id);
                return (
                  credential && (
                    <li key={id}>
                      <Anchor component={Link} to={`/${id}`} inherit underline="always">
                        <bdi lang={credential.language}>{credential.name}</bdi>
                      </Anchor>
                      {' · '}
                      <bdi>{credential.issuer.name}</bdi>
                    </li>
                  )
                );
              })}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
