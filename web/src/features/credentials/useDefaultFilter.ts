import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { savedFiltersQuery } from './savedFilters';

/**
 * Begins the list with the filter that the person chose for that, unless the address says what to show. Tells when the list may
 * be shown; it is once per visit, so that the filters can be cleared.
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
