import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { groupSearchQuery } from '../../api/queries/groups';
import { HOME } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Group = components['schemas']['Group'];
export type Home = components['schemas']['Home'];
export type Operation = components['schemas']['Operation'];

const RECENT = 6;

/** The latest groups. */
export const recentGroupsQuery = () =>
  groupSearchQuery({ state: 'active', sort: '-updated_at', page_size: RECENT });

/** What the department has, what waits for somebody, and the newest operations. */
export const homeQuery = () =>
  queryOptions({
    queryKey: HOME,
    queryFn: async ({ signal }) => (await call(api.GET('/home', { signal }))).home,
    refetchOnWindowFocus: 'always',
  });
