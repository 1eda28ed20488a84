import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconFileTypePdf, IconPrinter, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { EmptyState } from '../../ui/EmptyState';
import { MOST_VERIFIED, type SharedCollection, sharedCollectionQuery, verifyCollection } from './api';
import { CredentialCards } from './CredentialCards';
import { PublicFrame } from './PublicFrame';
import { Refused } from './Refused';
import styles from './SharedCollectionPage.module.css';
import { Verification } from './Verification';

/** A collection of credentials that its owner shares, with a check of all of them. */
export function Component() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(sharedCollectionQuery(useParams().token ?? ''));
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <PublicFrame title={t('product')}>
        <Skeleton height={280} aria-busy />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title={`${data.name} · ${data.owner}`}>
      <Shown collection={data} />
    </PublicFrame>
  );
}

function Shown({ collection }: { collection: SharedCollection }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const check = useMutation({ mutationFn: () => verifyCollection(collection) });
  const { length } = collection.items;
  return (
    <>
      <header className={styles.head}>
        <Title order={1}>
          <bdi>{collection.name}</bdi>
        </Title>
        <Text c="dimmed">{t('collections.shared.by', { name: isolate(collection.owner) })}</Text>
        {collection.description && (
          <Text mt="sm" maw={720} className={styles.text}>
            <bdi>{collection.description}</bdi>
          </Text>
        )}
        <Group gap="xs" mt="md" className={styles.actions}>
          {length > 0 && length <= MOST_VERIFIED && (
            <Button
              leftSection={<IconRosetteDiscountCheck size={18} aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {t('collections.shared.verify')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('collections.shared.print')}
          </Button>
          {length > 0 && (
            <Button
              component="a"
              href={`${collection.pdf_url}?language=${encodeURIComponent(i18n.language)}`}
              download
              variant="default"
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
            >
              {t('collections.pdf.action')}
            </Button>
          )}
          {length > 0 && length <= MOST_VERIFIED && (
            <Anchor href={collection.presentation_url} download="presentation.json" size="sm">
              {t('collections.shared.presentation')}
            </Anchor>
          )}
        </Group>
      </header>
      {check.isError && (
        <Text role="alert" mb="md">
          {t('collections.shared.failed')}
        </Text>
      )}
      {check.data && (
        <div className={styles.result}>
          <Verification
            found={{ ...check.data, credential: null }}
            handed={null}
            page={null}
            valid={t('collections.shared.valid', { count: length, number: format.number(length) })}
          />
        </div>
      )}
      {length === 0 ? (
        <EmptyState title={t('collections.shared.empty')} />
      ) : (
        <>
          <Text c="dimmed" size="sm" mb="xs">
            {t('collections.count', { count: length, number: format.number(length) })}
          </Text>
          <CredentialCards items={collection.items} />
        </>
      )}
    </>
  );
}
