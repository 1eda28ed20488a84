import {
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { RECIPIENT, recipientQuery, signOutRecipient } from '../../../api/recipient';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import { framed } from '../../../lib/framed';
import { Cards } from '../../../ui/card/Card';
import { EmptyState } from '../../../ui/EmptyState';
import { FilterBar } from '../../../ui/list/FilterBar';
import { ListToolbar } from '../../../ui/list/ListToolbar';
import type { ListState } from '../../../ui/list/useListState';
import { useSelection } from '../../../ui/list/useSelection';
import { WalletImports, WalletTabs } from '../imports/WalletTabs';
import bar from '../OwnerBar.module.css';
import { OwnPhoto } from '../profile/OwnPhoto';
import { matchingIds, ownCredentialsQuery, type WalletCredential } from './api';
import { Elsewhere } from './Elsewhere';
import { SelectionBar } from './SelectionBar';
import { useView, VIEWS, type View } from './useView';
import { WalletCard } from './WalletCard';
import styles from './WalletPage.module.css';
import { isSort, queryOf, SORTS, useWalletFilters, useWalletList } from './walletList';

interface WalletPageProps {
  Frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** All credentials of the signed-in recipient. Search, filters and order are in the URL. */
export function WalletPage({ Frame }: WalletPageProps) {
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
  const { data: recipient, isPending } = useQuery(recipientQuery());
  const imported = useSearchParams()[0].get('show') === 'imported';
  if (!recipient && !isPending) return <SignedOut />;
  const mayImport = !framed() && recipient?.level === 'full';
  const head = (
    <>
      {!framed() && recipient && <SignedIn email={recipient.email} />}
      <Title order={1} size="h2" mb="md">
        {title}
      </Title>
      {mayImport && <WalletTabs imported={imported} />}
    </>
  );
  if (!(mayImport && imported)) return <Issued head={head} email={recipient?.email} />;
  return (
    <>
      {head}
      <WalletImports />
    </>
  );
}

/** What was issued here to the recipient with an address, once it is known. */
function Issued({ head, email }: { head: ReactNode; email: string | undefined }) {
  const { t } = useTranslation();
  const list = useWalletList();
  const found = useInfiniteQuery({
    ...ownCredentialsQuery(queryOf(list)),
    enabled: email !== undefined,
  });
  const { data, error, refetch } = found;
  const facets = data?.pages[0]?.facets;
  const filters = useWalletFilters(facets, list.filters);
  const [view, setView] = useView();
  if (error && !data)
    return (
      <Words title={t('ui.error.title')} text={t('ui.error.description')}>
        <Button onClick={() => void refetch()}>{t('ui.error.retry')}</Button>
      </Words>
    );
  const total = data?.pages[0]?.meta.total_count;
  return (
    <>
      {head}
      {!framed() && facets && <Elsewhere issuers={facets.elsewhere} />}
      {(total !== 0 || list.narrowed) && (
        <ListToolbar
          list={list}
          searchLabel={t('recipient.wallet.search')}
          filters={<FilterBar list={list} filters={filters} />}
          end={
            <>
              <Order list={list} />
              <ViewSwitch view={view} onChange={setView} />
            </>
          }
        />
      )}
      {!data && <Loading view={view} />}
      {total === 0 && (
        <EmptyState
          title={t(list.narrowed ? 'recipient.wallet.nothing' : 'recipient.wallet.empty')}
          description={
            list.narrowed ? undefined : t('recipient.wallet.emptyHelp', { email: isolate(email ?? '') })
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
      {data && total !== undefined && total > 0 && (
        <Loaded
          list={list}
          view={view}
          credentials={data.pages.flatMap((page) => page.credentials)}
          total={total}
          more={{
            has: found.hasNextPage,
            loading: found.isFetchingNextPage,
            failed: found.isFetchNextPageError,
            load: () => void found.fetchNextPage(),
          }}
        />
      )}
    </>
  );
}

interface LoadedProps {
  list: ListState;
  view: View;
  credentials: readonly WalletCredential[];
  total: number;
  more: { has: boolean; loading: boolean; failed: boolean; load: () => void };
}

/** The credentials that were loaded, with their selection. More are loaded while the page is scrolled. */
function Loaded({ list, view, credentials, total, more }: LoadedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const selection = useSelection(total, list.narrowing);
  const loaded = credentials.map(({ uuid }) => uuid);
  const pageSelected = loaded.every(selection.has);
  const ids = async () =>
    selection.allMatching ? await matchingIds(queryOf(list)) : [...selection.ids].map(String);
  return (
    <>
      <div className={styles.above}>
        {framed() ? (
          <span />
        ) : (
          <Checkbox
            label={t('wallet.selectAll')}
            checked={pageSelected}
            indeterminate={!pageSelected && selection.count > 0}
            onChange={() => selection.togglePage(loaded)}
          />
        )}
        <Text c="dimmed" size="sm" role="status">
          {t('wallet.total', { count: total, number: format.number(total) })}
        </Text>
      </div>
      <Cards view={view}>
        {credentials.map((credential) => (
          <li key={credential.uuid}>
            <WalletCard
              credential={credential}
              selected={selection.has(credential.uuid)}
              onToggle={framed() ? undefined : selection.toggle}
            />
          </li>
        ))}
      </Cards>
      {more.has && <More {...more} />}
      {selection.count > 0 && (
        <SelectionBar selection={selection} pageSelected={pageSelected} total={total} ids={ids} />
      )}
    </>
  );
}

/** How far below the window the next page starts to load. */
const AHEAD = '1200px';

/** Loads the next page when it comes near the window, and when it is pressed. */
function More({ loading, failed, load }: LoadedProps['more']) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (loading || failed || !end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loading, failed, load]);
  return (
    <div ref={end} className={styles.more}>
      <Button variant="default" loading={loading} onClick={load}>
        {t(failed ? 'ui.error.retry' : 'wallet.more')}
      </Button>
    </div>
  );
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation();
  const icons = { grid: IconLayoutGrid, list: IconList };
  return (
    <SegmentedControl
      aria-label={t('wallet.view.label')}
      value={view}
      onChange={(next) => onChange(next as View)}
      data={VIEWS.map((value) => {
        const Icon = icons[value];
        return {
          value,
          label: <Icon size={18} role="img" aria-label={t(`wallet.view.${value}`)} className={styles.icon} />,
        };
      })}
    />
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
      w={180}
      aria-label={t('recipient.wallet.sort.label')}
      value={isSort(list.sort) ? list.sort : SORTS[0]}
      data={SORTS.map((value) => ({ value, label: t(`recipient.wallet.sort.${value}`) }))}
      onChange={(value) => value && value !== list.sort && list.sortBy(value)}
    />
  );
}

function Loading({ view }: { view: View }) {
  return (
    <Cards view={view} busy>
      {['one', 'two', 'three', 'four'].map((key) => (
        <li key={key}>
          <Skeleton height={view === 'grid' ? 260 : 64} radius={6} />
        </li>
      ))}
    </Cards>
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
      <Group gap="sm" wrap="nowrap" className={bar.words}>
        <OwnPhoto />
        <Text size="sm">{t('recipient.bar.as', { email: isolate(email) })}</Text>
      </Group>
      <Group gap="xs">
        <Button component={Link} to="/me/profile" size="compact-sm" variant="subtle">
          {t('profile.link')}
        </Button>
        <Button component={Link} to="/me/collections" size="compact-sm" variant="subtle">
          {t('collections.title')}
        </Button>
        <Button component={Link} to="/me/settings" size="compact-sm" variant="subtle">
          {t('recipient.settings.title')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => void signOut()}>
          {t('recipient.bar.signOut')}
        </Button>
      </Group>
    </aside>
  );
}
