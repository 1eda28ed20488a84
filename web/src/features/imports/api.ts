import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { IMPORTS } from '../../api/queries/keys';
import type { components, operations } from '../../api/schema.v1.gen';
import { isWorking } from './steps';
import type { Import, ImportMapping, ImportRow, ImportSettings } from './types';

export type Group = components['schemas']['Group'];
export type AttributeKey = components['schemas']['AttributeKey'];

const ofImport = (uuid: string) => [...IMPORTS, 'one', uuid];

const POLL_MS = 800;

/** One page of the department's imports. Polls while one of them is being processed. */
export const importsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...IMPORTS, 'list', page, pageSize],
    queryFn: async ({ signal }) =>
      call(api.GET('/imports', { params: { query: { page, page_size: pageSize } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.imports.some(isWorking) ? POLL_MS : false),
  });

/** One import. Polls while the server is processing it. */
export const importQuery = (uuid: string) =>
  queryOptions({
    queryKey: ofImport(uuid),
    queryFn: async ({ signal }) =>
      (await call(api.GET('/imports/{uuid}', { params: { path: { uuid } }, signal }))).import,
    refetchInterval: ({ state }) => (state.data && !isWorking(state.data) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  });

/** The first rows of the file. The parsing options are part of the query key. */
export const previewQuery = ({ uuid, sheet, delimiter, encoding }: Import) =>
  queryOptions({
    queryKey: [...ofImport(uuid), 'preview', sheet, delimiter, encoding],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/imports/{uuid}/preview', { params: { path: { uuid } }, signal }))).rows,
    placeholderData: keepPreviousData,
  });

export interface RowsParams {
  status: NonNullable<NonNullable<operations['importRows']['parameters']['query']>['status']>;
  problem?: string;
  page: number;
  page_size: number;
}

export interface RowsPage {
  rows: ImportRow[];
  meta: components['schemas']['Meta'];
}

export const rowsQuery = (uuid: string, query: RowsParams) =>
  queryOptions({
    queryKey: [...ofImport(uuid), 'rows', query],
    queryFn: ({ signal }): Promise<RowsPage> =>
      call(api.GET('/imports/{uuid}/rows', { params: { path: { uuid }, query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Replaces the cached import with the server's response. */
export function keepImport(queries: QueryClient, known: Import): void {
  queries.setQueryData(ofImport(known.uuid), known);
}

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } });
const at = (uuid: string) => ({ path: { uuid } });
const one = async (answer: Promise<{ import: Import }>) => (await answer).import;

export const createImport = (fileKey: string, groupId: number | null, key: string): Promise<Import> =>
  one(call(api.POST('/imports', { params: keyed(key), body: { file_key: fileKey, group_id: groupId } })));

export type Reading = NonNullable<
  operations['importReadAgain']['requestBody']
>['content']['application/json'];

/** Parses the file again with other options. */
export const readAgain = (uuid: string, body: Reading): Promise<Import> =>
  one(call(api.POST('/imports/{uuid}/read', { params: at(uuid), body })));

export const putMapping = (uuid: string, mapping: ImportMapping, settings: ImportSettings): Promise<Import> =>
  one(call(api.PUT('/imports/{uuid}/mapping', { params: at(uuid), body: { mapping, settings } })));

export interface RowChange {
  cells?: Record<string, string>;
  excluded?: boolean;
}

/** Edits a row. The server checks it again immediately. */
export const mendRow = (
  uuid: string,
  number: number,
  body: RowChange,
): Promise<{ row: ImportRow; import: Import }> =>
  call(api.PATCH('/imports/{uuid}/rows/{number}', { params: { path: { uuid, number } }, body }));

export interface Start {
  valid_only: boolean;
  publish: boolean;
  send_email: boolean;
  hold_minutes: number;
}

/** Starts the run, with the required consent. A retry with the same key starts nothing new. */
export const startImport = (uuid: string, options: Start, key: string): Promise<Import> =>
  one(
    call(
      api.POST('/imports/{uuid}/start', {
        params: { ...at(uuid), ...keyed(key) },
        body: { consent: true, ...options },
      }),
    ),
  );

export const cancelImport = (uuid: string): Promise<Import> =>
  one(call(api.POST('/imports/{uuid}/cancel', { params: at(uuid) })));

/** Resumes an import that was stopped. */
export const resumeImport = (uuid: string): Promise<Import> =>
  one(call(api.POST('/imports/{uuid}/resume', { params: at(uuid) })));

export const undoImport = (uuid: string): Promise<Import> =>
  one(call(api.POST('/imports/{uuid}/undo', { params: at(uuid) })));

export async function deleteImport(uuid: string): Promise<void> {
  await call(api.DELETE('/imports/{uuid}', { params: at(uuid) }));
}

/** Downloads the rows with errors and their reasons as a file. */
export const errorFile = (uuid: string): Promise<Blob> =>
  call(api.GET('/imports/{uuid}/errors', { params: at(uuid), parseAs: 'blob' }));

export type TemplateFormat = 'csv' | 'xlsx';

/** Downloads a spreadsheet with columns for the group's designs. */
export const templateFile = (groupId: number, format: TemplateFormat): Promise<Blob> =>
  call(api.GET('/imports/template', { params: { query: { group_id: groupId, format } }, parseAs: 'blob' }));
