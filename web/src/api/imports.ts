import { api, call } from './client';
import { ApiError } from './errors';

const ADDRESS = /^\/imports\/([0-9a-f-]{36})$/;
const ENDED: ReadonlySet<string> = new Set(['completed', 'completed_with_errors', 'cancelled', 'stopped']);

/** The URL of an import, by which the progress tray stores it. */
export const importAddress = (uuid: string) => `/imports/${uuid}`;

/** The progress of an import for the progress tray, or null if it no longer exists. */
export async function readImportProgress(address: string) {
  const uuid = ADDRESS.exec(address)?.[1];
  if (!uuid) return null;
  try {
    const found = (await call(api.GET('/imports/{uuid}', { params: { path: { uuid } } }))).import;
    const { created, updated, skipped, failed, total_rows: total } = found;
    return { state: stateOf(found.state), done: created + updated + skipped + failed, total };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function stateOf(state: string): 'done' | 'failed' | 'running' {
  if (ENDED.has(state)) return 'done';
  return state === 'failed' ? 'failed' : 'running';
}
