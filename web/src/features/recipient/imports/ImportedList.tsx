import { Anchor, Badge, Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../i18n/useFormat';
import { ErrorPage } from '../../../ui/ErrorPage';
import { type Imported, importsQuery } from './api';
import { ImportActions } from './ImportActions';
import { ImportedPicture } from './ImportedPicture';
import { ImportStatus, ImportWarnings } from './ImportStatus';
import styles from './imports.module.css';

interface ImportedListProps {
  view: 'list' | 'grid';
  /** What is shown when there are none. */
  empty: ReactNode;
}

/** The imported credentials, as a list with actions or as cards. */
export function ImportedList({ view, empty }: ImportedListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const found = useInfiniteQuery(importsQuery());
  const { data, error, refetch } = found;
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} />;
  if (!data)
    return (
      <ul className={styles.cards} data-view={view} aria-busy>
        {['one', 'two', 'three'].map((key) => (
          <li key={key}>
            <Skeleton height={view === 'grid' ? 260 : 88} radius={6} />
          </li>
        ))}
      </ul>
    );
  const all = data.pages.flatMap(({ imports }) => imports);
  const total = data.pages[0]?.meta.total_count ?? 0;
  if (total === 0) return empty;
  return (
    <>
      <Text c="dimmed" size="sm" mb="xs">
        {t('wallet.total', { count: total, number: format.number(total) })}
      </Text>
      <ul className={styles.cards} data-view={view}>
        {all.map((imported) => (
          <li key={imported.id}>
            <Card imported={imported} view={view} />
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('wallet.more')}
        </Button>
      )}
    </>
  );
}

function Card({ imported, view }: { imported: Imported; view: ImportedListProps['view'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <article className={styles.card}>
      <ImportedPicture imported={imported} width={view === 'list' ? 84 : '100%'} className={styles.picture} />
      <div className={styles.about}>
        <span className={styles.line}>
          <Anchor component={Link} to={`/me/import/${imported.id}`} className={styles.name} inherit>
            <bdi>{imported.title || t('imported.untitled')}</bdi>
          </Anchor>
          <Badge variant="default" size="sm" tt="none">
            {t('imported.mark')}
          </Badge>
        </span>
        {imported.issuer.name && <bdi>{imported.issuer.name}</bdi>}
        <ImportStatus imported={imported} />
        <ImportWarnings imported={imported} />
        {imported.status !== 'unverified' && (
          <Text size="sm" c="dimmed" component="span">
            {t('imported.checkedAt', { date: format.date(imported.checked_at) })}
          </Text>
        )}
      </div>
      <div className={styles.actions}>
        <ImportActions imported={imported} />
      </div>
    </article>
  );
}
