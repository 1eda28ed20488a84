import { api, call } from '../../api/client';
import { withPlainName } from '../../api/names';
import type { components } from '../../api/schema.v1.gen';
import type { PastVersion } from '../../editor';
import type { Design } from './api';

const PAGE_SIZE = 20;

export async function listVersions(id: number, page: number, signal: AbortSignal) {
  const found = await call(
    api.GET('/designs/{id}/versions', {
      params: { path: { id }, query: { page, page_size: PAGE_SIZE } },
      signal,
    }),
  );
  return { versions: found.versions.map(toPast), total: found.meta.total_count };
}

export async function readVersion(id: number, number: number, signal: AbortSignal): Promise<PastVersion> {
  const { version } = await call(
    api.GET('/designs/{id}/versions/{number}', { params: { path: { id, number } }, signal }),
  );
  return toPast(version);
}

/** Saves an old version as the newest. Issued credentials keep their version; the caller has confirmed this with the user. */
export async function restoreVersion(id: number, number: number, from: number): Promise<Design> {
  const { design } = await call(
    api.POST('/designs/{id}/versions/{number}/restore', {
      params: { path: { id, number } },
      body: { version: from, confirm: true },
    }),
  );
  return withPlainName(design);
}

function toPast(version: components['schemas']['DesignVersion']): PastVersion {
  const { number, name, image_url, saved_by, created_at, current, credentials_count } =
    withPlainName(version);
  return {
    number,
    name,
    image: image_url,
    savedBy: saved_by?.name || null,
    at: created_at,
    current,
    credentials: credentials_count,
  };
}
