import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../api/client';
import { QUIET, RECIPIENT } from '../../../api/recipient';
import type { components, operations } from '../../../api/schema.v1.gen';
import { saveBlob } from '../../../lib/saveBlob';

export type Imported = components['schemas']['RecipientImport'];
export type ImportedDetails = components['schemas']['RecipientImportDetails'];
export type Status = Imported['status'];
export type Added = operations['recipientImportCreate']['responses'][200]['content']['application/json'];

const IMPORTS = [...RECIPIENT, 'imports'] as const;
const PAGE_SIZE = 24;

/** The key of everything about imported credentials. */
export const importsKey = IMPORTS;

/** Imported credentials, latest first. */
export const importsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...IMPORTS, 'list'],
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam }) => {
      const query = { page: pageParam, page_size: PAGE_SIZE };
      return call(api.GET('/recipient/imports', { params: { query }, signal }), QUIET);
    },
    getNextPageParam: ({ meta }) => meta.next_page,
  });

/** One imported credential with its verification. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...IMPORTS, 'one', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      const quiet = { quiet: [401, 403, 404] };
      return (await call(api.GET('/recipient/imports/{id}', { params, signal }), quiet)).import;
    },
  });

/** The picture of an imported credential, as a URL of this page. */
export const importPictureQuery = (id: string, version: string) =>
  queryOptions({
    queryKey: [...IMPORTS, 'picture', id, version],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      const answer = api.GET('/recipient/imports/{id}/picture', { params, signal, parseAs: 'blob' });
      return URL.createObjectURL(await call(answer as Promise<{ data?: Blob; response: Response }>, QUIET));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Imports a file, or what somebody pasted: a URL, JSON or a token. */
export async function addImport(source: File | string): Promise<Added> {
  if (typeof source === 'string') {
    const text = source.trim();
    const body = /^([{<]|eyJ)/.test(text) ? { document: text } : { url: text };
    return call(api.POST('/recipient/imports', { body }), QUIET);
  }
  const form = new FormData();
  form.set('file', source);
  const body = { file: source.name };
  return call(api.POST('/recipient/imports', { body, bodySerializer: () => form } as never), QUIET);
}

export async function verifyImport(id: string): Promise<ImportedDetails> {
  const params = { path: { id } };
  return (await call(api.POST('/recipient/imports/{id}/verification', { params }), QUIET)).import;
}

export async function deleteImport(id: string): Promise<void> {
  await call(api.DELETE('/recipient/imports/{id}', { params: { path: { id } } }), QUIET);
}

/** Brings a removed one back. */
export async function restoreImport(id: string): Promise<void> {
  await call(api.POST('/recipient/imports/{id}/restore', { params: { path: { id } } }), QUIET);
}

/** Downloads what was imported. */
export async function downloadOriginal({ id, source, title }: Imported): Promise<void> {
  const answer = api.GET('/recipient/imports/{id}/file', { params: { path: { id } }, parseAs: 'blob' });
  const blob = await call(answer as Promise<{ data?: Blob; response: Response }>, QUIET);
  saveBlob(blob, source.file_name ?? title);
}
