import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { ExportRows } from '../../ui/list/ExportRows';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { DataTable } from '../../ui/table/DataTable';
import { groupsQuery } from './api';
import { useGroupColumns } from './useGroupColumns';

const FILTERS = ['state'] as const;
const STATES = ['active', 'archived'] as const;

/** The department's groups. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_groups');
  const list = useListState({ sort: '-updated_at', filters: FILTERS });
  const { data, error, refetch } = useQuery(groupsQuery(list.params));
  const columns = useGroupColumns(mayManage);
  const create = (
    <Button component={Link} to="/groups/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('groups.new')}
    </Button>
  );

  const unused = data?.groups.length === 0 && !list.narrowed;
  return (
    <>
      <PageHeader
        title={t('groups.title')}
        subtitle={t('groups.subtitle')}
        action={
          !unused && (
            <>
              <ExportRows order={{ entity: 'groups', query: list.query, state: list.filters.state }} />
              {mayManage && create}
            </>
          )
        }
      />
      {error && !data ? (
        <ErrorPage onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <>
          {!unused && (
            <ListToolbar
              list={list}
              searchLabel={t('groups.search')}
              describeFilter={(_, value) =>
                t('groups.chip.state', { value: t(`groups.state.${value as 'active'}`) })
              }
              filters={
                <FilterMenu
                  list={list}
                  name="state"
                  label={t('groups.filter.state')}
                  options={STATES.map((value) => ({ value, label: t(`groups.state.${value}`) }))}
                />
              }
            />
          )}
          <DataTable
            label={t('groups.title')}
            columns={columns}
            rows={data?.groups}
            rowId={(group) => group.id}
            rowLabel={(group) => group.name}
            list={list}
            meta={data?.meta}
            empty={
              unused ? (
                <EmptyState
                  title={t('groups.empty.title')}
                  description={t('groups.empty.description')}
                  action={mayManage && create}
                />
              ) : (
                <EmptyState
                  title={t('groups.none.title')}
                  action={
                    <Button variant="default" onClick={list.clear}>
                      {t('groups.none.action')}
                    </Button>
                  }
                />
              )
            }
          />
        </>
      )}
    </>
  );
}
