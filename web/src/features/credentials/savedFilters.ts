import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { SAVED_FILTERS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type SavedFilter = components['schemas']['SavedFilter'];
type SavedFilterInput = components['schemas']['SavedFilterInput'];

/** The maximum number of saved filters per user. */
const MOST = 100;

export const savedFiltersQuery = queryOptions({
  queryKey: SAVED_FILTERS,
  queryFn: async ({ signal }) =>
    (await call(api.GET('/saved_filters', { params: { query: { page_size: MOST } }, signal }))).saved_filters,
  staleTime: 60_000,
});

export async function createSavedFilter(saved_filter: SavedFilterInput): Promise<SavedFilter> {
  return (await call(api.POST('/saved_filters', { body: { saved_filter } }))).saved_filter;
}

export async function updateSavedFilter(id: number, saved_filter: SavedFilterInput): Promise<SavedFilter> {
  return (await call(api.PUT('/saved_filters/{id}', { params: { path: { id } }, body: { saved_filter } })))
    .saved_filter;
}

export async function deleteSavedFilter(id: number): Promise<void> {
  await call(api.DELETE('/saved_filters/{id}', { params: { path: { id } } }));
}
