import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { groupSearchQuery, groupTagsQuery } from '../../api/queries/groups';
import { usePermission } from '../../api/session';
import { readStored, writeStored } from '../../lib/storage';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { ExportRows } from '../../ui/list/ExportRows';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { DataTable } from '../../ui/table/DataTable';
import { GroupCards } from './GroupCards';
import { useGroupColumns } from './useGroupColumns';

const FILTERS = ['state', 'tag'] as const;
const STATES = ['active', 'archived'] as const;
const LOOK_KEY = 'laurel.groups.look';

/** The department's groups as cards or as table rows. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_groups');
  const list = useListState({ sort: '-updated_at', filters: FILTERS });
  const { data, error, refetch } = useQuery(groupSearchQuery(list.params));
  const { data: tags } = useQuery(groupTagsQuery());
  const [look, setLook] = useState(() => (readStored(LOOK_KEY) === 'list' ? 'list' : 'cards'));
  const columns = useGroupColumns(mayManage);
  const create = (
    <Button component={Link} to="/groups/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('groups.new')}
    </Button>
  );

  const unused = data?.groups.length === 0 && !list.narrowed;
  const empty = unused ? (
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
  );
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
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <>
          {!unused && (
            <ListToolbar
              list={list}
              searchLabel={t('groups.search')}
              describeFilter={(name, value) =>
                name === 'tag'
                  ? t('groups.chip.tag', { value })
                  : t('groups.chip.state', { value: t(`groups.state.${value as 'active'}`) })
              }
              filters={
                <>
                  <FilterMenu
                    list={list}
                    name="state"
                    label={t('groups.filter.state')}
                    options={STATES.map((value) => ({ value, label: t(`groups.state.${value}`) }))}
                  />
                  {tags && tags.length > 0 && (
                    <FilterMenu
                      list={list}
                      name="tag"
                      label={t('groups.filter.tag')}
                      options={tags.map(({ name }) => ({ value: name, label: name }))}
                    />
                  )}
                  <LookSwitch
                    look={look}
                    onChange={(next) => {
                      setLook(next);
                      writeStored(LOOK_KEY, next);
                    }}
                  />
                </>
              }
            />
          )}
          {look === 'list' ? (
            <DataTable
              label={t('groups.title')}
              columns={columns}
              rows={data?.groups}
              rowId={(group) => group.id}
              rowLabel={(group) => group.name}
              list={list}
              meta={data?.meta}
              empty={empty}
            />
          ) : (
            <GroupCards data={data} list={list} mayManage={mayManage} empty={empty} />
          )}
        </>
      )}
    </>
  );
}

function LookSwitch({ look, onChange }: { look: string; onChange: (look: string) => void }) {
  const { t } = useTranslation();
  const option = (value: 'cards' | 'list', Icon: typeof IconList) => ({
    value,
    label: (
      <>
        <Icon size={16} aria-hidden style={{ display: 'block' }} />
        <VisuallyHidden>{t(`groups.look.${value}`)}</VisuallyHidden>
      </>
    ),
  });
  return (
    <SegmentedControl
      aria-label={t('groups.look.label')}
      value={look}
      onChange={onChange}
      data={[option('cards', IconLayoutGrid), option('list', IconList)]}
    />
  );
}
