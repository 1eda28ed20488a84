import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconPrinter,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { groupQuery } from '../../api/queries/groups';
import { CLAIM_LINKS } from '../../api/queries/keys';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { ActionMenu } from '../../ui/ActionMenu';
import { CopyButton } from '../../ui/CopyButton';
import { dialog } from '../../ui/dialog/dialog';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { DataTable } from '../../ui/table/DataTable';
import { toast } from '../../ui/toast/toast';
import { type ClaimLink, claimLinksQuery, deleteClaimLink, saveClaimLink } from './api';
import { ClaimLinkDialog } from './ClaimLinkDialog';
import { useClaimState } from './useClaimState';

/** The claim links of a group, through which people request its credential themselves. */
export function Component() {
  const { t } = useTranslation();
  const groupId = Number(useParams().id);
  const list = useListState();
  const mayManage = usePermission('publish_credentials');
  const group = useQuery(groupQuery(groupId));
  const { data, error, refetch } = useQuery(claimLinksQuery(groupId, list.page, list.pageSize));
  const [editing, setEditing] = useState<{ link?: ClaimLink } | null>(null);
  const columns = useColumns(groupId, mayManage, (link) => setEditing({ link }));
  const failure = error ?? group.error;
  if (failure && !data) return <ErrorPage onRetry={() => void refetch()} detail={failure.message} />;
  const create = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
      {t('claims.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('claims.title')}
        subtitle={t('claims.subtitle')}
        back={{ to: `/groups/${groupId}`, label: group.data?.name ?? t('credentials.group.all') }}
        action={data?.claim_links.length !== 0 && create}
      />
      <DataTable
        label={t('claims.title')}
        rows={data?.claim_links}
        rowId={(link) => link.id}
        rowLabel={(link) => link.name}
        list={list}
        meta={data?.meta}
        columns={columns}
        empty={
          <EmptyState
            title={t('claims.empty.title')}
            description={t('claims.empty.description')}
            action={create}
          />
        }
      />
      {editing && <ClaimLinkDialog groupId={groupId} link={editing.link} onClose={() => setEditing(null)} />}
    </>
  );
}

function useColumns(groupId: number, mayManage: boolean, onEdit: (link: ClaimLink) => void) {
  const { t } = useTranslation();
  const format = useFormat();
  const stateOf = useClaimState();
  const actions = useActions();
  const page = (link: ClaimLink) => `/groups/${groupId}/claims/${link.id}`;
  const menu = (link: ClaimLink) => [
    { key: 'claims', label: t('claims.action.claims'), icon: IconUsers, to: page(link) },
    { key: 'sheet', label: t('claims.action.sheet'), icon: IconPrinter, to: `${page(link)}/sheet` },
    ...(mayManage
      ? [
          { key: 'edit', label: t('claims.action.edit'), icon: IconPencil, run: () => onEdit(link) },
          {
            key: 'pause',
            label: t(link.state === 'active' ? 'claims.action.pause' : 'claims.action.resume'),
            icon: link.state === 'active' ? IconPlayerPause : IconPlayerPlay,
            run: () => void actions.toggle(link),
          },
          {
            key: 'delete',
            label: t('claims.action.delete'),
            icon: IconTrash,
            danger: true,
            run: () => void actions.remove(link),
          },
        ]
      : []),
  ];
  return [
    {
      key: 'name',
      header: t('claims.column.name'),
      render: (link: ClaimLink) => (
        <Anchor component={Link} to={page(link)} inherit fw={500}>
          <bdi>{link.name}</bdi>
        </Anchor>
      ),
    },
    {
      key: 'url',
      header: t('claims.column.link'),
      wideOnly: true,
      render: (link: ClaimLink) => (
        <Group gap={4} wrap="nowrap">
          <Text inherit truncate dir="ltr" maw={260}>
            {link.url.replace(/^https?:\/\//, '')}
          </Text>
          <CopyButton value={link.url} label={t('claims.action.copy')} />
        </Group>
      ),
    },
    {
      key: 'state',
      header: t('claims.column.state'),
      render: (link: ClaimLink) => {
        const { tone, words } = stateOf(link);
        return <StateDot tone={tone}>{words}</StateDot>;
      },
    },
    {
      key: 'taken',
      header: t('claims.column.taken'),
      align: 'end' as const,
      render: (link: ClaimLink) =>
        link.quota === null
          ? format.number(link.taken_count)
          : t('claims.takenOf', { taken: format.number(link.taken_count), quota: format.number(link.quota) }),
    },
    {
      key: 'waiting',
      header: t('claims.column.waiting'),
      align: 'end' as const,
      wideOnly: true,
      render: (link: ClaimLink) => format.number(link.waiting_count),
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('exports.column.menu')}</VisuallyHidden>,
      render: (link: ClaimLink) => (
        <ActionMenu label={t('claims.menu', { name: link.name })} actions={menu(link)} />
      ),
    },
  ];
}

function useActions() {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const attempt = async (what: () => Promise<unknown>, done: string) => {
    try {
      await what();
      toast.success(done);
    } catch (error) {
      toast.formWarning(t('problem.generic'), error instanceof ApiError ? error.lines : []);
    } finally {
      await queries.invalidateQueries({ queryKey: CLAIM_LINKS });
    }
  };
  return {
    toggle: (link: ClaimLink) => {
      const state = link.state === 'active' ? ('paused' as const) : ('active' as const);
      const saved = t(state === 'paused' ? 'claims.paused' : 'claims.resumed');
      return attempt(() => saveClaimLink(link.id, { ...link, state }, crypto.randomUUID()), saved);
    },
    remove: async (link: ClaimLink) => {
      const count = link.waiting_count;
      const words = { count, number: format.number(count) };
      const sure = await dialog.confirm({
        title: t('claims.delete.title', { name: link.name }),
        body: count > 0 ? t('claims.delete.bodyWaiting', words) : t('claims.delete.body'),
        confirmLabel: count > 0 ? t('claims.delete.confirmWaiting', words) : t('claims.delete.confirm'),
        danger: true,
      });
      if (sure) await attempt(() => deleteClaimLink(link.id), t('claims.delete.done'));
    },
  };
}
