import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../client';
import { COLLECTIONS } from './keys';

/** The collections to choose from, sorted by name. A department has few. */
export const collectionChoicesQuery = () =>
  queryOptions({
    queryKey: [...COLLECTIONS, 'choices'],
    queryFn: async ({ signal }) => {
      const body = { sort: { name: 'asc' as const }, meta: { page_number: 1, per_page: 200 } };
      return (await call(api.POST('/collections/search', { body, signal }))).collections;
    },
  });
