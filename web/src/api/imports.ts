import { api, call } from './client';
import { ApiError } from './errors';

const ADDRESS = /^\/imports\/([0-9a-f-]{36})$/;
const ENDED: ReadonlySet<string> = new Set(['completed', 'completed_with_errors', 'cancelled']);

/** The address of a spreadsheet's import, as the progress tray keeps it. */
export const importAddress = (uuid: string) => `/imports/${uuid}`;

/** How far an import is, in the words of the progress tray; null when there is none any more. */
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
