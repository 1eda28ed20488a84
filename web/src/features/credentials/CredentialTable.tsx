import { Button } from '@mantine/core';
import { IconDownload, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { useSelection } from '../../ui/list/useSelection';
import { DataTable } from '../../ui/table/DataTable';
import { countQuery, credentialsQuery } from './api';
import { CredentialFilters } from './CredentialFilters';
import { CredentialMenu } from './CredentialMenu';
import { MoreActionsMenu } from './MoreActionsMenu';
import {
  type ActionTarget,
  type CredentialDialogs,
  type ExportTarget,
  type PublishTarget,
  targetOf,
} from './publishSlot';
import { StandingDialog } from './StandingDialog';
import { StandingMenu } from './StandingMenu';
import { type StandingTarget, type StandingVerb, standingOf } from './standing';
import { targetOfAll } from './targetOfAll';
import { useCredentialActions } from './useCredentialActions';
import { useCredentialColumns } from './useCredentialColumns';
import { useSeen } from './useSeen';

const FILTERS = ['state', 'email_status', 'private'] as const;
const VERBS: readonly StandingVerb[] = ['suspend', 'reinstate', 'revoke'];
const FILTERS_WITH_GROUP = [...FILTERS, 'group_id', 'import_id'] as const;

interface CredentialTableProps extends CredentialDialogs {
  /** The group whose credentials are listed; all of the department's without one. */
  groupId?: number;
  /** Stands for drafts, which have no picture of their own. */
  fallbackPicture?: string | null;
  /** Stands where there is no credential at all. */
  empty: ReactNode;
}

/** Credentials as a table: search, filters, order and page in the address; publish, download, suspend, revoke and delete for many at once. */
export function CredentialTable(props: CredentialTableProps) {
  const { groupId, fallbackPicture, empty, PublishDialog, ExportDialog, ActionDialog } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const actions = useCredentialActions();
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const mayRevoke = usePermission('revoke_credentials');
  const list = useListState({ sort: '-id', filters: groupId === undefined ? FILTERS_WITH_GROUP : FILTERS });
  const query = credentialQueryOf(list, groupId);
  const { data, error, refetch } = useQuery(credentialsQuery(query));
  const seen = useSeen(data?.credentials);
  const { page: _page, page_size: _size, sort: _sort, ...matching } = query;
  const counted = useQuery({ ...countQuery(matching), enabled: data?.meta.total_is_capped === true });
  const total = counted.data ?? data?.meta.total_count ?? 0;
  const selection = useSelection(total, JSON.stringify(matching));
  const [target, setTarget] = useState<PublishTarget | null>(null);
  const [standing, setStanding] = useState<StandingTarget | null>(null);
  const [wanted, setWanted] = useState<ExportTarget | null>(null);
  const [action, setAction] = useState<ActionTarget | null>(null);
  const queries = useQueryClient();
  const columns = useCredentialColumns({
    showGroup: groupId === undefined,
    fallbackPicture,
    renderMenu: (credential) => (
      <CredentialMenu
        credential={credential}
        onPublish={(one) => setTarget(targetOf([one]))}
        onStanding={(verb, one) => setStanding(standingOf(verb, one))}
      />
    ),
  });
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;

  const picked = seen(selection.ids);
  const publish = async () =>
    setTarget(
      selection.allMatching ? await targetOfAll(queries, matching, selection.count) : targetOf(picked),
    );
  const chosen = () =>
    selection.allMatching ? { all_matching: matching } : { credential_ids: [...selection.ids].map(Number) };
  const act = (kind: ActionTarget['kind']) =>
    setAction({ kind, selection: chosen(), count: selection.count });
  const remove = async () => {
    if (selection.allMatching) return act('delete');
    const uuids = picked.map(({ uuid }) => uuid);
    const done = await actions.removeMany(chosen(), selection.count, uuids);
    if (done) selection.clear();
  };
  const number = format.number(selection.count);
  if (data?.credentials.length === 0 && !list.narrowed) return empty;
  return (
    <>
      <CredentialFilters list={list} withGroup={groupId === undefined} />
      <DataTable
        label={t('credentials.title')}
        columns={columns}
        rows={data?.credentials}
        rowId={(credential) => credential.accredible_internal_id}
        rowLabel={(credential) => credential.recipient.name}
        list={list}
        meta={data && { ...data.meta, total_count: total }}
        selection={selection}
        bulkActions={
          <>
            {mayPublish && (
              <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => void publish()}>
                {t('credentials.bulk.publish', { count: selection.count, number })}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => setWanted({ selection: chosen(), count: selection.count })}
            >
              {t('credentials.bulk.download', { count: selection.count, number })}
            </Button>
            {mayRevoke && (
              <StandingMenu
                verbs={VERBS}
                onChoose={(verb) => setStanding({ verb, selection: chosen(), count: selection.count })}
              />
            )}
            <MoreActionsMenu onChoose={act} />
            {mayManage && (
              <Button
                variant="default"
                c="var(--lr-red)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void remove()}
              >
                {t('credentials.bulk.delete', { count: selection.count, number })}
              </Button>
            )}
          </>
        }
        empty={
          <EmptyState
            title={t('credentials.none.title')}
            action={
              <Button variant="default" onClick={list.clear}>
                {t('credentials.none.action')}
              </Button>
            }
          />
        }
      />
      {target && (
        <PublishDialog
          target={target}
          onClose={() => {
            setTarget(null);
            selection.clear();
          }}
        />
      )}
      {standing && (
        <StandingDialog
          target={standing}
          onClose={(done) => {
            setStanding(null);
            if (done) selection.clear();
          }}
        />
      )}
      {action && (
        <ActionDialog
          target={action}
          onClose={(begun) => {
            setAction(null);
            if (begun) selection.clear();
          }}
        />
      )}
      {wanted && <ExportDialog target={wanted} onClose={() => setWanted(null)} />}
    </>
  );
}

/** The list's place in the address as the server's search wants it. */
function credentialQueryOf(list: ReturnType<typeof useListState>, groupId: number | undefined) {
  const { state, email_status, private: privacy, group_id, import_id } = list.filters;
  const group = groupId ?? (group_id ? Number(group_id) : undefined);
  return {
    page: list.page,
    page_size: list.pageSize,
    sort: list.sort,
    ...(list.query ? { query: list.query } : {}),
    ...(state ? { state } : {}),
    ...(email_status ? { email_status } : {}),
    ...(privacy ? { private: privacy === 'true' } : {}),
    ...(group ? { group_id: group } : {}),
    ...(import_id ? { import_id: Number(import_id) } : {}),
  };
}
