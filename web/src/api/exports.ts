import { api, call } from './client';
import { ApiError } from './errors';

const ADDRESS = /^\/exports\/([0-9a-f-]{36})$/;

/** The URL of an archive, by which the progress tray stores it. */
export const exportAddress = (uuid: string) => `/exports/${uuid}`;

/** The progress of an archive for the progress tray, or null if it no longer exists. */
export async function readExportProgress(address: string) {
  const uuid = ADDRESS.exec(address)?.[1];
  if (!uuid) return null;
  try {
    const bundle = (await call(api.GET('/exports/{uuid}', { params: { path: { uuid } } }))).export;
    return {
      state: bundle.state === 'finished' ? ('done' as const) : ('running' as const),
      done: bundle.ready_count + bundle.left_out_count,
      total: bundle.input_count,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
