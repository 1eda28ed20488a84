import { api, call } from './client';
import { ApiError } from './errors';

const ADDRESS = /^\/publications\/([0-9a-f-]{36})$/;

/** The URL of a publication, by which the progress tray stores it. */
export const publicationAddress = (uuid: string) => `/publications/${uuid}`;

/** The progress of a publication for the progress tray, or null if it no longer exists. */
export async function readPublication(address: string) {
  const uuid = ADDRESS.exec(address)?.[1];
  if (!uuid) return null;
  try {
    const { publication } = await call(api.GET('/publications/{uuid}', { params: { path: { uuid } } }));
    if (publication.undone_at) {
      return {
        state: publication.undo_finished_at ? ('done' as const) : ('running' as const),
        done: publication.undone_count,
        total: publication.published_count,
      };
    }
    return {
      state: publication.state === 'finished' ? ('done' as const) : ('running' as const),
      done: publication.published_count + publication.refused_count,
      total: publication.input_count,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
