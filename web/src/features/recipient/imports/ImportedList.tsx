import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { Card, CardBy, CardLine, Cards, type CardView } from '../../../ui/card/Card';
import { ImportStatus } from '../../../ui/card/CredentialStatus';
import { ErrorPage } from '../../../ui/ErrorPage';
import { type Imported, importsQuery } from './api';
import { ImportActions } from './ImportActions';
import { ImportedPicture } from './ImportedPicture';
import { ImportWarnings } from './ImportWarnings';

interface ImportedListProps {
  view: CardView;
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
      <Cards view={view} busy>
        {['one', 'two', 'three'].map((key) => (
          <li key={key}>
            <Skeleton height={view === 'grid' ? 260 : 88} radius={6} />
          </li>
        ))}
      </Cards>
    );
  const all = data.pages.flatMap(({ imports }) => imports);
  const total = data.pages[0]?.meta.total_count ?? 0;
  if (total === 0) return empty;
  return (
    <>
      <Text c="dimmed" size="sm" mb="xs">
        {t('wallet.total', { count: total, number: format.number(total) })}
      </Text>
      <Cards view={view}>
        {all.map((imported) => (
          <li key={imported.id}>
            <ImportedCard imported={imported} view={view} />
          </li>
        ))}
      </Cards>
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

function ImportedCard({ imported, view }: { imported: Imported; view: CardView }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card
      picture={<ImportedPicture imported={imported} width={view === 'list' ? 78 : '100%'} />}
      title={imported.title || t('imported.untitled')}
      to={`/me/import/${imported.id}`}
      mark={
        <Badge variant="default" size="sm" tt="none">
          {t('imported.mark')}
        </Badge>
      }
      actions={<ImportActions imported={imported} />}
    >
      <CardBy>{imported.issuer.name}</CardBy>
      <CardLine>
        <ImportStatus status={imported.status} />
        {imported.status !== 'unverified' && (
          <span>{t('imported.checkedAt', { date: format.date(imported.checked_at) })}</span>
        )}
      </CardLine>
      <ImportWarnings imported={imported} />
    </Card>
  );
}
