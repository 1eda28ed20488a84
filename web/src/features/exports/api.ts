import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { readDataExport } from '../../api/dataExports';
import { DATA_EXPORTS, EXPORTS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Export = components['schemas']['Export'];
/** The files that are made of a selection. */
export type ExportKind = Exclude<Export['kind'], 'recipient'>;
export type Paper = NonNullable<Export['paper']>;
export type Selection = Pick<components['schemas']['Selection'], 'credential_ids' | 'all_matching'>;

/** The files to create. `marks` applies to print files and sheets, `paper` and `gap` only to sheets. */
export type Order = { kind: ExportKind; marks?: boolean; paper?: Paper; gap?: number };

/** Starts creating files in the background. A retry with the same key starts nothing new. */
export async function startExport(order: Order, selection: Selection, key: string): Promise<Export> {
  const header = { 'Idempotency-Key': key };
  return (await call(api.POST('/exports', { params: { header }, body: { ...order, ...selection } }))).export;
}

/** Whether a finished bundle has a ZIP. That of a recipient contains data even if no certificate could be made. */
export const hasFiles = ({ kind, ready_count }: Export) => ready_count > 0 || kind === 'recipient';

const POLL_MS = 800;

const stillWorking = (bundle: Export) => bundle.state !== 'finished';

/** One bundle. Polls until it is finished. */
export const exportQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...EXPORTS, uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/exports/{uuid}', { params: { path: { uuid } }, signal }))).export,
    refetchInterval: ({ state }) => (state.data && !stillWorking(state.data) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  });

/** One page of the user's bundles. Polls while one of them is being created. */
export const exportsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...EXPORTS, 'list', page, pageSize],
    queryFn: async ({ signal }) =>
      call(api.GET('/exports', { params: { query: { page, page_size: pageSize } }, signal })),
    refetchInterval: ({ state }) => (state.data?.exports.some(stillWorking) ? POLL_MS : false),
  });

export async function deleteExport(uuid: string): Promise<void> {
  await call(api.DELETE('/exports/{uuid}', { params: { path: { uuid } } }));
}

/** One page of the user's data exports. Polls while one of them is being written. */
export const rowsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...DATA_EXPORTS, 'list', page, pageSize],
    queryFn: async ({ signal }) =>
      call(api.GET('/data_exports', { params: { query: { page, page_size: pageSize } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.data_exports.some(({ finished_at }) => finished_at === null) ? POLL_MS : false,
  });

export async function deleteRows(id: number): Promise<void> {
  await call(api.DELETE('/data_exports/{id}', { params: { path: { id } } }));
}

/** Downloads a data export through the browser, from a new link. */
export async function save(id: number): Promise<void> {
  const { urls } = await readDataExport(id);
  if (urls[0]) fetchFile(urls[0].url);
}

/** The maximum number of credentials in a ZIP. Larger bundles are split. */
export const PART_SIZE = 5000;

/** Downloads a ZIP through the browser, which does not hold it in memory. */
export async function download(uuid: string, part: number): Promise<void> {
  const { link } = await call(
    api.POST('/exports/{uuid}/link', { params: { path: { uuid } }, body: { part } }),
  );
  fetchFile(link);
}

function fetchFile(address: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = '';
  anchor.click();
}
