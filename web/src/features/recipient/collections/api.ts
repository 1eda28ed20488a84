import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../api/client';
import { QUIET, RECIPIENT } from '../../../api/recipient';
import type { components, operations } from '../../../api/schema.v1.gen';
import { saveBlob } from '../../../lib/saveBlob';

export type Collection = components['schemas']['RecipientCollection'];
export type CollectionItem = Collection['items'][number];
export type Visibility = Collection['visibility'];
export type CollectionChange = NonNullable<
  operations['recipientCollectionUpdate']['requestBody']
>['content']['application/json'];

export const VISIBILITIES: readonly Visibility[] = ['private', 'link', 'public'];

/** The most credentials that one signed presentation contains. */
export const MOST_PRESENTED = 50;

const COLLECTIONS = [...RECIPIENT, 'collections'] as const;

/** The recipient's collections by name, each with its first three credentials. */
export const collectionsQuery = () =>
  queryOptions({
    queryKey: [...COLLECTIONS, 'list'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/recipient/collections', { signal }), QUIET)).collections,
  });

/** One collection with all its credentials. */
export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...COLLECTIONS, 'one', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      return (
        await call(api.GET('/recipient/collections/{id}', { params, signal }), { quiet: [401, 403, 404] })
      ).collection;
    },
  });

/** The key of everything about collections. */
export const collectionsKey = COLLECTIONS;

export async function createCollection(name: string, ids: readonly string[]): Promise<Collection> {
  const body = { name, items: ids.map((credential_id) => ({ credential_id })) };
  return (await call(api.POST('/recipient/collections', { body }), QUIET)).collection;
}

export async function updateCollection(id: string, body: CollectionChange): Promise<Collection> {
  return (await call(api.PUT('/recipient/collections/{id}', { params: { path: { id } }, body }), QUIET))
    .collection;
}

/** Saves the credentials of a collection in an order, with their notes. */
export const saveItems = (id: string, items: readonly CollectionItem[]): Promise<Collection> =>
  updateCollection(id, {
    items: items.map(({ credential, imported, note }) =>
      imported ? { imported_id: imported.id, note } : { credential_id: credential?.uuid ?? '', note },
    ),
  });

export async function addToCollection(
  id: string,
  ids: readonly string[],
  imported: readonly string[] = [],
): Promise<Collection> {
  const body = { credential_ids: [...ids], imported_ids: [...imported] };
  const options = { params: { path: { id } }, body };
  return (await call(api.POST('/recipient/collections/{id}/credentials', options), QUIET)).collection;
}

export async function renewLink(id: string): Promise<Collection> {
  return (await call(api.POST('/recipient/collections/{id}/link', { params: { path: { id } } }), QUIET))
    .collection;
}

export async function deleteCollection(id: string): Promise<void> {
  await call(api.DELETE('/recipient/collections/{id}', { params: { path: { id } } }), QUIET);
}

/** Downloads a collection as a PDF, private credentials too. */
export async function downloadPdf({ id, name }: Collection, language: string): Promise<void> {
  const params = { path: { id }, query: { language } };
  const answer = api.GET('/recipient/collections/{id}/pdf', { params, parseAs: 'blob' });
  const blob = await call(answer as Promise<{ data?: Blob; response: Response }>, QUIET);
  saveBlob(blob, `${name}.pdf`);
}

/** Signs a presentation of the credentials of a collection. Returns the JSON document. */
export async function signPresentation(items: readonly CollectionItem[]): Promise<unknown> {
  const body = {
    credential_ids: items.flatMap(({ credential }) => (credential ? [credential.uuid] : [])),
    imported_ids: items.flatMap(({ imported }) => (imported ? [imported.id] : [])),
  };
  return (await call(api.POST('/recipient/presentations', { body }), QUIET)).presentation;
}
