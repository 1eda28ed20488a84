import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TEST_PARAM } from '../../api/testMode';
import { FilterBar } from '../../ui/list/FilterBar';
import { ListToolbar } from '../../ui/list/ListToolbar';
import type { ListState } from '../../ui/list/useListState';
import { TestNotice } from './TestNotice';
import { useCredentialFilters } from './useCredentialFilters';

interface CredentialFiltersProps {
  list: ListState;
  withGroup: boolean;
  end: ReactNode;
}

/** Search and filters above a list of credentials. */
export function CredentialFilters({ list, withGroup, end }: CredentialFiltersProps) {
  const { t } = useTranslation();
  const filters = useCredentialFilters(list, withGroup);
  return (
    <>
      <ListToolbar
        list={list}
        searchLabel={t('credentials.search')}
        filters={<FilterBar list={list} filters={filters} />}
        end={end}
      />
      {list.filters[TEST_PARAM] === 'true' && <TestNotice />}
    </>
  );
}
