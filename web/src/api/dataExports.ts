import { api, call } from './client';
import type { components } from './schema.v1.gen';

export type DataExport = components['schemas']['DataExport'];
/** The list to export, the file format, and the filters of the list. */
export type RowsOrder = components['schemas']['DataExportInput'];
export type RowsFormat = DataExport['format'];

/** The path of the page with a data export. */
export const dataExportAddress = (id: number) => `/exports?data=${id}`;

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
