import { queryOptions } from '@tanstack/react-query';
import { api, call, callOrAsk } from '../../api/client';
import { PUBLICATIONS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Publication = components['schemas']['Publication'];
export type Selection = components['schemas']['Selection'];

/** Starts publishing in the background, or throws ApprovalAsked. A retry with the same key starts nothing new. */
export async function publish(
  selection: Selection & { hold_minutes: number; comment?: string },
  idempotencyKey: string,
): Promise<Publication> {
  const header = { 'Idempotency-Key': idempotencyKey };
  const asked = api.POST('/credentials/publish', { params: { header }, body: selection });
  return (await callOrAsk(asked)).publication;
}

/** Undoes a publication while its emails are held. */
export const undoPublication = async (uuid: string): Promise<Publication> =>
  (await call(api.POST('/publications/{uuid}/undo', { params: { path: { uuid } } }))).publication;

/** Resumes a publication that was stopped. */
export const resumePublication = async (uuid: string): Promise<Publication> =>
  (await call(api.POST('/publications/{uuid}/resume', { params: { path: { uuid } } }))).publication;

/** Sends the held emails of a publication now. */
export const sendNow = async (uuid: string): Promise<Publication> =>
  (await call(api.POST('/publications/{uuid}/send_now', { params: { path: { uuid } } }))).publication;

const POLL_MS = 800;
/** While emails are held, little changes. */
const WAITING_MS = 5000;

/** Returns the polling interval of a publication, or false if it no longer changes. */
export function pollOf(publication: Publication | undefined): number | false {
  if (publication?.state !== 'finished') return POLL_MS;
  if (publication.undone_at) return publication.undo_finished_at ? false : POLL_MS;
  return publication.can_undo ? WAITING_MS : false;
}

/** One publication. Polls until nothing changes any more. */
export const publicationQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...PUBLICATIONS, uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/publications/{uuid}', { params: { path: { uuid } }, signal }))).publication,
    refetchInterval: ({ state }) => pollOf(state.data),
    refetchIntervalInBackground: true,
  });

/** The effects that publishing a selection would have. */
export const planQuery = (selection: Selection) =>
  queryOptions({
    queryKey: [...PUBLICATIONS, 'plan', selection],
    queryFn: async ({ signal }) =>
      (await call(api.POST('/credentials/publish_check', { body: selection, signal }))).plan,
    staleTime: 0,
  });

/** Schedules drafts for publication. */
export async function schedule(selection: Selection, publishAt: string, idempotencyKey: string) {
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  return call(api.POST('/credentials/schedule', { params, body: { ...selection, publish_at: publishAt } }));
}
