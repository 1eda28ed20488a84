import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';

export type Publication = components['schemas']['Publication'];
export type Selection = components['schemas']['Selection'];

/** Begins to publish; the work goes on without us. One key per press: sending it again begins nothing new. */
export async function publish(
  selection: Selection & { hold_minutes: number },
  idempotencyKey: string,
): Promise<Publication> {
  const header = { 'Idempotency-Key': idempotencyKey };
  return (await call(api.POST('/credentials/publish', { params: { header }, body: selection }))).publication;
}

/** Takes back what a publication published while its mails wait. */
export const undoPublication = async (uuid: string): Promise<Publication> =>
  (await call(api.POST('/publications/{uuid}/undo', { params: { path: { uuid } } }))).publication;

/** Goes on with a publication that was stopped. */
export const resumePublication = async (uuid: string): Promise<Publication> =>
  (await call(api.POST('/publications/{uuid}/resume', { params: { path: { uuid } } }))).publication;

/** Lets the mails go that a publication holds back. */
export const sendNow = async (uuid: string): Promise<Publication> =>
  (await call(api.POST('/publications/{uuid}/send_now', { params: { path: { uuid } } }))).publication;

const POLL_MS = 800;
/** While its mails wait, little changes. */
const WAITING_MS = 5000;

/** How soon to ask again how far a publication is; false when nothing changes any more. */
export function pollOf(publication: Publication | undefined): number | false {
  if (publication?.state !== 'finished') return POLL_MS;
  if (publication.undone_at) return publication.undo_finished_at ? false : POLL_MS;
  return publication.can_undo ? WAITING_MS : false;
}

/** How far a publication is; asked again until it has finished. */
export const publicationQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['publications', uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/publications/{uuid}', { params: { path: { uuid } }, signal }))).publication,
    refetchInterval: ({ state }) => pollOf(state.data),
    refetchIntervalInBackground: true,
  });

/** What publishing a selection would do. */
export const planQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['publications', 'plan', selection],
    queryFn: async ({ signal }) =>
      (await call(api.POST('/credentials/publish_check', { body: selection, signal }))).plan,
    staleTime: 0,
  });

/** Has drafts published at a time to come. */
export async function schedule(selection: Selection, publishAt: string, idempotencyKey: string) {
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  return call(api.POST('/credentials/schedule', { params, body: { ...selection, publish_at: publishAt } }));
}
