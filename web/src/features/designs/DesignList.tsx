import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { designSearchQuery } from '../../api/queries/designs';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { ExportRows } from '../../ui/list/ExportRows';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { Paging } from '../../ui/table/Paging';
import { CardGrid, CardSkeletons } from './CardGrid';
import { DesignCard } from './DesignCard';
import { SamplePages } from './SamplePages';
import { useDesignWords } from './words';

const SORTS = ['-updated_at', 'name', '-created_at'] as const;
const FILTERS = ['kind', 'size', 'language'] as const;

/** The department's own designs as cards. Search, filters, order and page are in the URL. */
export function DesignList({ mayManage }: { mayManage: boolean }) {
  const { t } = useTranslation();
  const words = useDesignWords();
  const list = useListState({ pageSize: 10, sort: '-updated_at', filters: FILTERS });
  const { data, error, refetch } = useQuery(designSearchQuery(list.params));
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;

  const nothing = data?.designs.length === 0;
  if (nothing && !list.narrowed) return <NoDesigns mayManage={mayManage} />;
  return (
    <>
      <ListToolbar
        list={list}
        searchLabel={t('designs.search')}
        describeFilter={words.describeFilter}
        filters={
          <>
            {words.filters.map((filter) => (
              <FilterMenu key={filter.name} list={list} {...filter} />
            ))}
            <Select
              w={170}
              aria-label={t('designs.sort.label')}
              value={list.sort}
              data={SORTS.map((value) => ({ value, label: t(`designs.sort.${value}`) }))}
              onChange={(value) => value && value !== list.sort && list.sortBy(value)}
            />
          </>
        }
        end={<ExportRows order={{ entity: 'designs', query: list.query, kind: list.filters.kind }} />}
      />
      {nothing ? (
        <EmptyState
          title={t('designs.none.title')}
          description={t('designs.none.description')}
          action={
            <Button variant="default" onClick={list.clear}>
              {t('designs.none.action')}
            </Button>
          }
        />
      ) : (
        <CardGrid label={t('designs.title')} busy={!data}>
          {data ? (
            data.designs.map((design) => <DesignCard key={design.id} design={design} mayManage={mayManage} />)
          ) : (
            <CardSkeletons />
          )}
        </CardGrid>
      )}
      {data && data.designs.length > 0 && <Paging meta={data.meta} list={list} />}
    </>
  );
}

function NoDesigns({ mayManage }: { mayManage: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<SamplePages />}
      title={t('designs.empty.title')}
      description={t('designs.empty.description')}
      action={
        mayManage && (
          <Button component={Link} to="/designs/new">
            {t('designs.empty.action')}
          </Button>
        )
      }
    />
  );
}
