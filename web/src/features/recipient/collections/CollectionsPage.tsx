import { Button, Group, Skeleton, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { useFormat } from '../../../i18n/useFormat';
import { Card, CardLine, Cards } from '../../../ui/card/Card';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorPage } from '../../../ui/ErrorPage';
import { Picture } from '../../../ui/Picture';
import { ImportedPicture } from '../imports/ImportedPicture';
import { hasSession, signedOut } from '../signedOut';
import { type Collection, collectionsQuery } from './api';
import styles from './collections.module.css';
import { NewCollectionDialog } from './NewCollectionDialog';
import { VisibilityDot } from './VisibilityDot';

interface CollectionsPageProps {
  Frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** The recipient's collections of credentials. */
export function CollectionsPage({ Frame }: CollectionsPageProps) {
  const { t } = useTranslation();
  const go = useNavigate();
  const { data, error, refetch } = useQuery({ ...collectionsQuery(), enabled: hasSession() });
  const [adding, setAdding] = useState(false);
  const title = t('collections.title');
  if (signedOut(error)) return <Navigate to="/me/sign-in?next=/me/collections" replace />;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('collections.new.action')}
    </Button>
  );
  return (
    <Frame title={title}>
      <Group justify="space-between" mb="lg">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Group gap="xs">
          <Button component={Link} to="/me" variant="default">
            {t('recipient.bar.all')}
          </Button>
          {data && data.length > 0 && add}
        </Group>
      </Group>
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} />
      ) : !data ? (
        <Cards busy>
          {['one', 'two', 'three'].map((key) => (
            <li key={key}>
              <Skeleton height={190} radius={6} />
            </li>
          ))}
        </Cards>
      ) : data.length === 0 ? (
        <EmptyState
          title={t('collections.empty.title')}
          description={t('collections.empty.text')}
          action={add}
        />
      ) : (
        <Cards>
          {data.map((collection) => (
            <li key={collection.id}>
              <CollectionCard collection={collection} />
            </li>
          ))}
        </Cards>
      )}
      {adding && (
        <NewCollectionDialog
          ids={[]}
          onClose={() => setAdding(false)}
          onMade={({ id }) => void go(`/me/collections/${id}`)}
        />
      )}
    </Frame>
  );
}

function CollectionCard({ collection }: { collection: Collection }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Card
      title={collection.name}
      to={`/me/collections/${collection.id}`}
      picture={
        <div className={styles.pictures}>
          {collection.items.map(({ credential, imported }) => {
            if (imported) return <ImportedPicture key={imported.id} imported={imported} width="100%" />;
            const picture = credential?.certificate ?? credential?.badge;
            return (
              <Picture
                key={credential?.uuid}
                src={picture?.image_url}
                placeholder={picture?.sample_url}
                alt=""
                width="100%"
              />
            );
          })}
        </div>
      }
    >
      <CardLine>
        <VisibilityDot collection={collection} />
        <span>
          {t('collections.count', {
            count: collection.credential_count,
            number: format.number(collection.credential_count),
          })}
        </span>
      </CardLine>
    </Card>
  );
}
