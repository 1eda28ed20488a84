import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';

export type EmbedSettings = components['schemas']['EmbedSettings'];
export type EmbedOrigin = components['schemas']['EmbedOrigin'];

export const EMBED_SETTINGS = ['embed-settings'] as const;

export const embedSettingsQuery = () =>
  queryOptions({
    queryKey: EMBED_SETTINGS,
    queryFn: ({ signal }) => call(api.GET('/embed/settings', { signal })),
  });

export async function addOrigin(origin: string): Promise<EmbedOrigin> {
  return (await call(api.POST('/embed/origins', { body: { origin: origin.trim() } }))).origin;
}

/** Takes a page off the list; what is open there ends at once. */
export async function removeOrigin(id: number): Promise<void> {
  await call(api.DELETE('/embed/origins/{id}', { params: { path: { id } } }));
}

/** Sets whether a long-lived authorization may stand in the address of a design maker. */
export async function allowPlainContract(plain_contract: boolean): Promise<EmbedSettings> {
  return call(api.PUT('/embed/settings', { body: { plain_contract } }));
}
