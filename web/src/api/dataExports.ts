import { api, call } from './client';
import { ApiError } from './errors';
import type { components } from './schema.v1.gen';

export type DataExport = components['schemas']['DataExport'];
/** Which list's rows are wanted, in which file, and how the list is narrowed. */
export type RowsOrder = components['schemas']['DataExportInput'];
export type RowsFormat = DataExport['format'];

export const DATA_EXPORTS = ['data-exports'] as const;

const ADDRESS = /^\/data-exports\/(\d+)$/;

/** The address of a file of rows, as the progress tray keeps it. */
export const dataExportAddress = (id: number) => `/data-exports/${id}`;

/** Where finished files of rows wait. */
export const ROWS_PAGE = '/exports?tab=rows';

/** Begins to write the rows of a list; the work goes on without us and ends with a mail. */
export async function startDataExport(order: RowsOrder, key: string): Promise<DataExport> {
  const header = { 'Idempotency-Key': key };
  const answer = api.POST('/data_exports', { params: { header }, body: { data_export: order } });
  return (await call(answer)).data_export;
}

export async function readDataExport(id: number, signal?: AbortSignal): Promise<DataExport> {
  return (await call(api.GET('/data_exports/{id}', { params: { path: { id } }, signal }))).data_export;
}

/** How far a file of rows is, in the words of the progress tray; null when there is none any more. */
export async function readDataExportProgress(address: string) {
  const id = ADDRESS.exec(address)?.[1];
  if (!id) return null;
  try {
    const { status, row_count, total_count } = await readDataExport(Number(id));
    const state =
      status === 'completed'
        ? ('done' as const)
        : status === 'errored'
          ? ('failed' as const)
          : ('running' as const);
    return { state, done: row_count, total: Math.max(total_count, row_count) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
