import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { untilRefused } from '../../api/polling';
import { OPERATIONS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Operation = components['schemas']['Operation'];

const POLL_MS = 1000;
const NEWEST = 30;

export const isOpen = ({ state }: Operation) => state === 'waiting' || state === 'running';

/**
 * The newest operations of the user. Polls while one of them runs and the page is visible, and asks again when it becomes visible,
 * because work can have been started on another device.
 */
export const operationsQuery = () =>
  queryOptions({
    queryKey: OPERATIONS,
    queryFn: async ({ signal }) => {
      const query = { mine: true, page_size: NEWEST };
      return (await call(api.GET('/operations', { params: { query }, signal }))).operations;
    },
    refetchInterval: (query) => (query.state.data?.some(isOpen) ? untilRefused(POLL_MS)(query) : false),
    refetchOnWindowFocus: 'always',
  });

const change = (
  path: '/operations/{uuid}/cancel' | '/operations/{uuid}/resume' | '/operations/{uuid}/undo',
) =>
  async function make({ uuid }: Operation): Promise<Operation> {
    return (await call(api.POST(path, { params: { path: { uuid } } }))).operation;
  };

export const cancelOperation = change('/operations/{uuid}/cancel');
export const resumeOperation = change('/operations/{uuid}/resume');
export const undoOperation = change('/operations/{uuid}/undo');
