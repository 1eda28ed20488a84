import { api, call } from './client';
import { ApiError } from './errors';
import type { components } from './schema.v1.gen';

export type DataExport = components['schemas']['DataExport'];
/** The list to export, the file format, and the filters of the list. */
export type RowsOrder = components['schemas']['DataExportInput'];
export type RowsFormat = DataExport['format'];

const ADDRESS = /^\/data-exports\/(\d+)$/;

/** The URL of a data export, by which the progress tray stores it. */
export const dataExportAddress = (id: number) => `/data-exports/${id}`;

/** The page with finished data exports. */
export const ROWS_PAGE = '/exports?tab=rows';

/** Starts to export the rows of a list. It runs in the background and sends an email at the end. */
export async function startDataExport(order: RowsOrder, key: string): Promise<DataExport> {
  const header = { 'Idempotency-Key': key };
  const answer = api.POST('/data_exports', { params: { header }, body: { data_export: order } });
  return (await call(answer)).data_export;
}

export async function readDataExport(id: number, signal?: AbortSignal): Promise<DataExport> {
  return (await call(api.GET('/data_exports/{id}', { params: { path: { id } }, signal }))).data_export;
}

/** The progress of a data export for the progress tray, or null if it no longer exists. */
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
