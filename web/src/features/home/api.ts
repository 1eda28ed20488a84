import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { HOME } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Home = components['schemas']['Home'];
export type Trend = NonNullable<Home['trend']>;
export type Operation = components['schemas']['Operation'];

const POLL_MS = 3000;

/** Whether an operation may still change. */
export const isOpen = ({ state }: Operation) => state === 'waiting' || state === 'running';

/** The whole start page. It is read again while an operation that it shows is in progress. */
export const homeQuery = () =>
  queryOptions({
    queryKey: HOME,
    queryFn: async ({ signal }) => (await call(api.GET('/home', { signal }))).home,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.operations.some(isOpen) ? POLL_MS : false),
  });
