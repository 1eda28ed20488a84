import { Anchor, Button, Tabs } from '@mantine/core';
import { IconCheck, IconPrinter, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { CLAIM_LINKS } from '../../api/queries/keys';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { type Selection, useSelection } from '../../ui/list/useSelection';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { DataTable } from '../../ui/table/DataTable';
import { toast } from '../../ui/toast/toast';
import {
  type Claim,
  type ClaimState,
  claimLinkQuery,
  claimsQuery,
  decide,
  type Verb,
  waitingIds,
} from './api';

const STATES: readonly ClaimState[] = ['waiting', 'issued', 'denied'];

/** The claims made through a link. Waiting claims can be approved or denied in bulk. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { id: groupId, linkId } = useParams();
  const id = Number(linkId);
  const { data: link, error, refetch } = useQuery(claimLinkQuery(id));
  const back = { to: `/groups/${groupId}/claims`, label: t('claims.title') };
  if (error instanceof ApiError && error.status === 404)
    return <NotFound title={t('claims.notFound')} to={back.to} label={back.label} />;
  if (error && !link) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  const wanted = params.get('state') as ClaimState | null;
  const state =
    wanted && STATES.includes(wanted) ? wanted : link?.needs_approval === false ? 'issued' : 'waiting';
  return (
    <>
      <PageHeader
        title={link ? isolate(link.name) : t('claims.title')}
        subtitle={link?.url}
        back={back}
        action={
          <Button
            component={Link}
            to={`/groups/${groupId}/claims/${id}/sheet`}
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
          >
            {t('claims.action.sheet')}
          </Button>
        }
      />
      <Tabs value={state} keepMounted={false} onChange={(next) => void navigate(`?state=${next}`)}>
        <Tabs.List mb="md">
          {STATES.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`claims.standing.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={state}>{link && <ClaimTable key={state} id={id} state={state} />}</Tabs.Panel>
      </Tabs>
    </>
  );
}

function ClaimTable({ id, state }: { id: number; state: ClaimState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListState();
  const mayDecide = usePermission('publish_credentials') && state === 'waiting';
  const { data, error, refetch } = useQuery(claimsQuery(id, state, list.page, list.pageSize));
  const selection = useSelection(data?.meta.total_count ?? 0);
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  return (
    <DataTable
      label={t(`claims.standing.${state}`)}
      rows={data?.claims}
      rowId={(claim) => claim.id}
      rowLabel={(claim) => claim.name}
      list={list}
      meta={data?.meta}
      selection={mayDecide ? selection : undefined}
      bulkActions={<Decisions id={id} selection={selection} />}
      columns={[
        { key: 'name', header: t('claims.column.person'), render: (claim) => <Person claim={claim} /> },
        {
          key: 'email',
          header: t('claims.column.email'),
          render: (claim) => <span dir="ltr">{claim.email}</span>,
        },
        {
          key: 'asked',
          wideOnly: true,
          header: t('claims.column.asked'),
          render: (claim) => format.dateTime(claim.created_at),
        },
      ]}
      empty={<EmptyState title={t(`claims.none.${state}`)} />}
    />
  );
}

function Person({ claim }: { claim: Claim }) {
  if (claim.credential_id === null) return <bdi>{claim.name}</bdi>;
  return (
    <Anchor component={Link} to={`/credentials/${claim.credential_id}`} inherit fw={500}>
      <bdi>{claim.name}</bdi>
    </Anchor>
  );
}

function Decisions({ id, selection }: { id: number; selection: Selection }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Verb | null>(null);
  const words = { count: selection.count, number: format.number(selection.count) };
  const run = async (verb: Verb) => {
    if (verb === 'deny') {
      const sure = await dialog.confirm({
        title: t('claims.deny.title', words),
        body: t('claims.deny.body'),
        confirmLabel: t('claims.deny.confirm', words),
        danger: true,
      });
      if (!sure) return;
    }
    setBusy(verb);
    try {
      const ids = selection.allMatching ? await waitingIds(id) : [...selection.ids].map(Number);
      const { changed, hasOne } = await decide(id, verb, ids);
      toast.success(t(`claims.${verb}.done`, { count: changed, number: format.number(changed) }));
      if (hasOne > 0)
        toast.notice(t('claims.approve.hasOne', { count: hasOne, number: format.number(hasOne) }));
      selection.clear();
    } catch (error) {
      toast.formWarning(t('problem.generic'), error instanceof ApiError ? error.lines : []);
    } finally {
      setBusy(null);
      await queries.invalidateQueries({ queryKey: CLAIM_LINKS });
    }
  };
  return (
    <>
      <Button
        leftSection={<IconCheck size={16} aria-hidden />}
        loading={busy === 'approve'}
        onClick={() => void run('approve')}
      >
        {t('claims.approve.action', words)}
      </Button>
      <Button
        variant="default"
        c="var(--lr-red)"
        leftSection={<IconX size={16} aria-hidden />}
        loading={busy === 'deny'}
        onClick={() => void run('deny')}
      >
        {t('claims.deny.action', words)}
      </Button>
    </>
  );
}
