import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TEST_PARAM, withMode } from '../../api/testMode';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { useColumnChoice } from '../../ui/list/useColumnChoice';
import { useListState } from '../../ui/list/useListState';
import { useSelection } from '../../ui/list/useSelection';
import { DataTable } from '../../ui/table/DataTable';
import { credentialsQuery } from './api';
import { BulkActions } from './BulkActions';
import { CredentialFilters } from './CredentialFilters';
import { CredentialMenu } from './CredentialMenu';
import { GROUP_SEARCH_PARAMS, matchingOf, SEARCH_PARAMS, searchOf } from './credentialSearch';
import {
  type ActionTarget,
  type CredentialDialogs,
  type ExportTarget,
  type PublishTarget,
  targetOf,
} from './publishSlot';
import { SavedFilters } from './SavedFilters';
import { StandingDialog } from './StandingDialog';
import { type StandingTarget, standingOf } from './standing';
import { targetOfAll } from './targetOfAll';
import { useCredentialActions } from './useCredentialActions';
import { useCredentialColumns } from './useCredentialColumns';
import { useSeen } from './useSeen';
import { useTotal } from './useTotal';

interface CredentialTableProps extends CredentialDialogs {
  /** The group whose credentials are listed. Without it, all credentials of the department are listed. */
  groupId?: number;
  /** Image for drafts, which have none of their own. */
  fallbackPicture?: string | null;
  /** Shown if there are no credentials at all. */
  empty: ReactNode;
}

/** A table of credentials. Search, filters, sorting and page are kept in the URL. Bulk operations apply to the selection. */
export function CredentialTable(props: CredentialTableProps) {
  const { groupId, fallbackPicture, empty, PublishDialog, ExportDialog, ActionDialog } = props;
  const { t } = useTranslation();
  const actions = useCredentialActions();
  const navigate = useNavigate();
  const withGroup = groupId === undefined;
  const list = useListState({ sort: '-id', filters: withGroup ? SEARCH_PARAMS : GROUP_SEARCH_PARAMS });
  const { data, error, refetch } = useQuery(credentialsQuery(searchOf(list, groupId)));
  const seen = useSeen(data?.credentials);
  const matching = matchingOf(list, groupId);
  const tests = list.filters[TEST_PARAM] === 'true';
  const meta = useTotal(data?.meta, matching);
  const total = meta?.total_count ?? 0;
  const selection = useSelection(total, JSON.stringify([matching, tests]));
  const [target, setTarget] = useState<PublishTarget | null>(null);
  const [standing, setStanding] = useState<StandingTarget | null>(null);
  const [wanted, setWanted] = useState<ExportTarget | null>(null);
  const [action, setAction] = useState<ActionTarget | null>(null);
  const queries = useQueryClient();
  const { columns, menu } = useColumnChoice(
    withGroup ? 'credentials' : 'group',
    useCredentialColumns({
      showGroup: withGroup,
      fallbackPicture,
      renderMenu: (credential) => (
        <CredentialMenu
          credential={credential}
          onPublish={(one) => setTarget(targetOf([one]))}
          onStanding={(verb, one) => setStanding(standingOf(verb, one))}
        />
      ),
    }),
  );

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
  if (data?.credentials.length === 0 && !list.narrowed) return empty;
  return (
    <>
      <CredentialFilters
        list={list}
        withGroup={withGroup}
        end={
          <>
            {withGroup && <SavedFilters list={list} />}
            {menu}
          </>
        }
      />
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          label={t('credentials.title')}
          columns={columns}
          rows={data?.credentials}
          rowId={(credential) => credential.accredible_internal_id}
          rowLabel={(credential) => credential.recipient.name}
          list={list}
          meta={meta}
          selection={selection}
          onOpen={(credential) => void navigate(withMode(`/credentials/${credential.uuid}`, credential.test))}
          bulkActions={
            <BulkActions
              count={selection.count}
              onPublish={() => void publish()}
              onDownload={() => setWanted({ selection: chosen(), count: selection.count })}
              onStanding={(verb) => setStanding({ verb, selection: chosen(), count: selection.count })}
              onAct={act}
              onDelete={() => void remove()}
            />
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
      )}
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
