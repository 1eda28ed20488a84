import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { EMBED_SETTINGS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type EmbedSettings = components['schemas']['EmbedSettings'];
export type EmbedOrigin = components['schemas']['EmbedOrigin'];

export const embedSettingsQuery = () =>
  queryOptions({
    queryKey: EMBED_SETTINGS,
    queryFn: ({ signal }) => call(api.GET('/embed/settings', { signal })),
  });

export async function addOrigin(origin: string): Promise<EmbedOrigin> {
  return (await call(api.POST('/embed/origins', { body: { origin: origin.trim() } }))).origin;
}

/** Removes an origin. Editors that are open on it end immediately. */
export async function removeOrigin(id: number): Promise<void> {
  await call(api.DELETE('/embed/origins/{id}', { params: { path: { id } } }));
}

/** Sets whether the URL of an embedded design editor may contain a long-lived authorization. */
export async function allowPlainContract(plain_contract: boolean): Promise<EmbedSettings> {
  return call(api.PUT('/embed/settings', { body: { plain_contract } }));
}
