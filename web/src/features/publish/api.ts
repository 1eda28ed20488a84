import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';

export type Publication = components['schemas']['Publication'];
export type Selection = components['schemas']['Selection'];

/** Begins to publish; the work goes on without us. One key per press: sending it again begins nothing new. */
export async function publish(selection: Selection, idempotencyKey: string): Promise<Publication> {
  const header = { 'Idempotency-Key': idempotencyKey };
  return (await call(api.POST('/credentials/publish', { params: { header }, body: selection }))).publication;
}

const POLL_MS = 800;

/** How far a publication is; asked again until it has finished. */
export const publicationQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['publications', uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/publications/{uuid}', { params: { path: { uuid } }, signal }))).publication,
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : POLL_MS),
    refetchIntervalInBackground: true,
  });
