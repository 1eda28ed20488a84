import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { savedFiltersQuery } from './savedFilters';

/**
 * Applies the user's default filter, unless the URL has a query. Returns whether the list can be shown. The filter is applied
 * once per visit, so that it can be cleared.
 */
export function useDefaultFilter(): boolean {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [open, setOpen] = useState(search !== '');
  const { data, isError } = useQuery({ ...savedFiltersQuery, enabled: !open });
  const query = data?.find((filter) => filter.is_default)?.query;
  useEffect(() => {
    if (open || (data === undefined && !isError)) return;
    setOpen(true);
    if (query) void navigate({ search: `?${query}` }, { replace: true });
  }, [open, data, isError, query, navigate]);
  return open;
}
