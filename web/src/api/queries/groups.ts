import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../client';
import type { operations } from '../schema.v1.gen';
import { GROUPS } from './keys';

type Search = NonNullable<operations['groupSearch']['requestBody']>['content']['application/json'];

/** A page of the department's groups that match a search. */
export const groupSearchQuery = (body: Search) =>
  queryOptions({
    queryKey: [...GROUPS, 'search', body],
    queryFn: ({ signal }) => call(api.POST('/issuer/groups/search', { body, signal })),
    placeholderData: keepPreviousData,
  });

/** How many groups a list to choose from has. Typing in it finds the others. */
const CHOICES = 50;

/** The groups that match a text, the most recently changed first, to choose from. Further conditions of the search may be given. */
export const groupChoicesQuery = (query = '', conditions: Omit<Search, 'query'> = {}) =>
  queryOptions({
    ...groupSearchQuery({ query, sort: '-updated_at', page_size: CHOICES, ...conditions }),
    select: ({ groups }) => groups,
  });

export const groupQuery = (id: number) =>
  queryOptions({
    queryKey: [...GROUPS, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/issuer/groups/{id}', { params: { path: { id } }, signal }))).group,
  });

/** The tags of all groups. */
export const groupTagsQuery = () =>
  queryOptions({
    queryKey: [...GROUPS, 'tags'],
    queryFn: async ({ signal }) => (await call(api.GET('/issuer/group_tags', { signal }))).tags,
  });
