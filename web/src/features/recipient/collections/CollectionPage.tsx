import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import {
  IconExternalLink,
  IconFileCertificate,
  IconFileTypePdf,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../api/errors';
import { isolate } from '../../../lib/bidi';
import { saveBlob } from '../../../lib/saveBlob';
import { ActionMenu } from '../../../ui/ActionMenu';
import { dialog } from '../../../ui/dialog/dialog';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorPage } from '../../../ui/ErrorPage';
import { toast } from '../../../ui/toast/toast';
import { idOf } from '../OrderedCredentials';
import { hasSession, signedOut } from '../signedOut';
import {
  addToCollection,
  type Collection,
  collectionQuery,
  collectionsKey,
  collectionsQuery,
  deleteCollection,
  downloadPdf,
  MOST_PRESENTED,
  signPresentation,
} from './api';
import { CollectionItems } from './CollectionItems';
import styles from './collections.module.css';
import { EditCollectionDialog } from './EditCollectionDialog';
import { PickCredentials } from './PickCredentials';
import { SharingPanel } from './SharingPanel';

interface CollectionPageProps {
  Frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** One collection: its credentials in their order, and who can open it. */
export function CollectionPage({ Frame }: CollectionPageProps) {
  const { t } = useTranslation();
  const id = useParams().id ?? '';
  const { data, error, refetch } = useQuery({ ...collectionQuery(id), enabled: hasSession() });
  if (signedOut(error)) return <Navigate to={`/me/sign-in?next=/me/collections/${id}`} replace />;
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <Frame title={data?.name ?? t('collections.title')}>
      {gone ? (
        <EmptyState
          level={1}
          title={t('collections.gone')}
          action={
            <Button component={Link} to="/me/collections" variant="default">
              {t('collections.all')}
            </Button>
          }
        />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} aria-busy />
      ) : (
        <Loaded collection={data} />
      )}
    </Frame>
  );
}

function Loaded({ collection }: { collection: Collection }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [picking, setPicking] = useState(false);
  const [editing, setEditing] = useState(false);
  const add = <Button onClick={() => setPicking(true)}>{t('collections.pick.action')}</Button>;
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="lg">
        <div className={`${styles.words} ${styles.head}`}>
          <Title order={1} size="h2">
            <bdi>{collection.name}</bdi>
          </Title>
          {collection.description && (
            <Text c="dimmed" maw={640} className={styles.note}>
              <bdi>{collection.description}</bdi>
            </Text>
          )}
        </div>
        <Group gap="xs">
          <Button component={Link} to="/me/collections" variant="default">
            {t('collections.all')}
          </Button>
          {collection.items.length > 0 && add}
          <More collection={collection} onEdit={() => setEditing(true)} />
        </Group>
      </Group>
      <div className={styles.columns}>
        {collection.items.length === 0 ? (
          <EmptyState
            title={t('collections.none.title')}
            description={t('collections.none.text')}
            action={add}
          />
        ) : (
          <CollectionItems collection={collection} />
        )}
        <SharingPanel collection={collection} />
      </div>
      {picking && (
        <PickCredentials
          title={t('collections.pick.title')}
          held={collection.items.map(idOf)}
          heldWords={t('collections.pick.held')}
          failedWords={t('collections.addFailed')}
          imports
          onAdd={async (ids, imported) => {
            await addToCollection(collection.id, ids, imported);
            await queries.invalidateQueries({ queryKey: collectionsKey });
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {editing && <EditCollectionDialog collection={collection} onClose={() => setEditing(false)} />}
    </>
  );
}

function More({ collection, onEdit }: { collection: Collection; onEdit: () => void }) {
  const { t, i18n } = useTranslation();
  const go = useNavigate();
  const queries = useQueryClient();
  const words = { name: isolate(collection.name) };
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('collections.delete.title', words),
      body: t('collections.delete.body'),
      confirmLabel: t('collections.delete.confirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await deleteCollection(collection.id);
      toast.success(t('collections.delete.done'));
      await queries.invalidateQueries({ queryKey: collectionsQuery().queryKey });
      await go('/me/collections');
    } catch {
      toast.formWarning(t('collections.delete.failed'), []);
    }
  };
  const present = async () => {
    try {
      const document = JSON.stringify(await signPresentation(collection.items));
      saveBlob(new Blob([document], { type: 'application/vp' }), `${collection.name}.json`);
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('collections.present.failed'), []);
    }
  };
  const print = async () => {
    try {
      await downloadPdf(collection, i18n.language);
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('collections.pdf.failed'), []);
    }
  };
  const { length } = collection.items;
  return (
    <ActionMenu
      label={t('collections.more', words)}
      actions={[
        { key: 'edit', label: t('collections.edit.action'), icon: IconPencil, run: onEdit },
        ...(collection.visibility === 'private'
          ? []
          : [{ key: 'open', label: t('collections.open'), icon: IconExternalLink, href: collection.url }]),
        ...(length > 0
          ? [
              {
                key: 'pdf',
                label: t('collections.pdf.action'),
                icon: IconFileTypePdf,
                run: () => void print(),
              },
            ]
          : []),
        ...(length > 0 && length <= MOST_PRESENTED
          ? [
              {
                key: 'present',
                label: t('collections.present.action'),
                icon: IconFileCertificate,
                run: () => void present(),
              },
            ]
          : []),
        {
          key: 'delete',
          label: t('collections.delete.action'),
          icon: IconTrash,
          run: () => void remove(),
          danger: true,
        },
      ]}
    />
  );
}
