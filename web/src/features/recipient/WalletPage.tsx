import { Button, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RECIPIENT, recipientQuery, signOutRecipient } from '../../api/recipient';
import { isolate } from '../../lib/bidi';
import { framed } from '../../lib/framed';
import { EmptyState } from '../../ui/EmptyState';
import { FilterBar } from '../../ui/list/FilterBar';
import { ListToolbar } from '../../ui/list/ListToolbar';
import type { ListState } from '../../ui/list/useListState';
import { Paging } from '../../ui/table/Paging';
import bar from './OwnerBar.module.css';
import { WalletCard } from './WalletCard';
import styles from './WalletPage.module.css';
import { isSort, SORTS, useWalletFilters, useWalletList, walletQuery } from './walletList';

type Frame = ComponentType<{ title: string; children: ReactNode }>;

/** All credentials of the signed-in recipient. Search, filters and order are in the URL. */
export function WalletPage({ Frame }: { Frame: Frame }) {
  const { t } = useTranslation();
  const title = t('recipient.wallet.title');
  const Around = framed() ? Bare : Frame;
  return (
    <Around title={title}>
      <Wallet title={title} />
    </Around>
  );
}

function Bare({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <main className={styles.bare}>{children}</main>;
}

function Wallet({ title }: { title: string }) {
  const { t } = useTranslation();
  const list = useWalletList();
  const { data: recipient, isPending } = useQuery(recipientQuery());
  const { data, error, refetch } = useQuery({ ...walletQuery(list), enabled: Boolean(recipient) });
  const filters = useWalletFilters(Boolean(recipient));
  if (!recipient && !isPending) return <SignedOut />;
  if (error && !data)
    return (
      <Words title={t('ui.error.title')} text={t('ui.error.description')}>
        <Button onClick={() => void refetch()}>{t('ui.error.retry')}</Button>
      </Words>
    );
  const none = data?.meta.total_count === 0;
  return (
    <>
      {!framed() && recipient && <SignedIn email={recipient.email} />}
      <Title order={1} size="h2" mb="md">
        {title}
      </Title>
      {(!none || list.narrowed) && (
        <ListToolbar
          list={list}
          searchLabel={t('recipient.wallet.search')}
          filters={<FilterBar list={list} filters={filters} />}
          end={<Order list={list} />}
        />
      )}
      {!data && <Loading />}
      {none && (
        <EmptyState
          title={t(list.narrowed ? 'recipient.wallet.nothing' : 'recipient.wallet.empty')}
          description={
            list.narrowed
              ? undefined
              : t('recipient.wallet.emptyHelp', { email: isolate(recipient?.email ?? '') })
          }
          action={
            list.narrowed && (
              <Button variant="default" onClick={list.clear}>
                {t('recipient.wallet.all')}
              </Button>
            )
          }
        />
      )}
      {data && !none && (
        <>
          <ul className={styles.cards}>
            {data.credentials.map((credential) => (
              <li key={credential.uuid}>
                <WalletCard credential={credential} />
              </li>
            ))}
          </ul>
          {data.meta.total_pages > 1 && <Paging meta={data.meta} list={list} />}
        </>
      )}
    </>
  );
}

/** The wallet of nobody. In a frame of another site nobody signs in. */
function SignedOut() {
  const { t } = useTranslation();
  return (
    <Words title={t('recipient.wallet.shutTitle')} text={t('recipient.wallet.shut')}>
      {!framed() && (
        <Button component={Link} to="/me/sign-in">
          {t('signIn.submit')}
        </Button>
      )}
    </Words>
  );
}

function Order({ list }: { list: ListState }) {
  const { t } = useTranslation();
  return (
    <Select
      w={190}
      aria-label={t('recipient.wallet.sort.label')}
      allowDeselect={false}
      value={isSort(list.sort) ? list.sort : SORTS[0]}
      data={SORTS.map((value) => ({ value, label: t(`recipient.wallet.sort.${value}`) }))}
      onChange={(value) => value && value !== list.sort && list.sortBy(value)}
    />
  );
}

function Loading() {
  return (
    <ul className={styles.cards} aria-busy>
      {['one', 'two', 'three'].map((key) => (
        <li key={key}>
          <Skeleton height={260} radius={6} />
        </li>
      ))}
    </ul>
  );
}

function Words({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Stack gap="md" align="flex-start" className={styles.words}>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
      {children}
    </Stack>
  );
}

function SignedIn({ email }: { email: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const signOut = async () => {
    await signOutRecipient();
    // Nobody first, so that nothing is read on their behalf any more.
    queries.setQueryData(recipientQuery().queryKey, null);
    queries.removeQueries({ queryKey: RECIPIENT, type: 'inactive' });
  };
  return (
    <aside className={bar.bar} aria-label={t('recipient.bar.label')}>
      <Text size="sm" className={bar.words}>
        {t('recipient.bar.as', { email: isolate(email) })}
      </Text>
      <Button component={Link} to="/me/settings" size="compact-sm" variant="subtle">
        {t('recipient.settings.title')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => void signOut()}>
        {t('recipient.bar.signOut')}
      </Button>
    </aside>
  );
}
