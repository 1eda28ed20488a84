import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';

export type EvidenceItem = components['schemas']['EvidenceItem'];
export type EvidenceInput = components['schemas']['EvidenceInput'];

/** The links to files in an answer work for a quarter of an hour. */
const FRESH = 10 * 60 * 1000;

export const evidenceQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['credentials', 'evidence', uuid],
    staleTime: FRESH,
    queryFn: async ({ signal }) =>
      (await call(api.GET('/credentials/{id}/evidence_items', { params: { path: { id: uuid } }, signal })))
        .evidence_items,
  });

export async function addEvidence(uuid: string, item: EvidenceInput): Promise<EvidenceItem> {
  const answer = api.POST('/credentials/{id}/evidence_items', {
    params: { path: { id: uuid } },
    body: { evidence_item: item },
  });
  return (await call(answer, { quiet: [409, 422] })).evidence_item;
}

export async function changeEvidence(uuid: string, id: number, item: EvidenceInput): Promise<void> {
  const path = { id: uuid, evidence_item_id: id };
  await call(
    api.PUT('/credentials/{id}/evidence_items/{evidence_item_id}', {
      params: { path },
      body: { evidence_item: item },
    }),
  );
}

export async function removeEvidence(uuid: string, id: number): Promise<void> {
  const path = { id: uuid, evidence_item_id: id };
  await call(api.DELETE('/credentials/{id}/evidence_items/{evidence_item_id}', { params: { path } }));
}

/** Accepts what a recipient submitted. */
export async function accept(id: number): Promise<void> {
  await call(api.POST('/evidence_items/decide', { body: { ids: [id], decision: 'accept' } }));
}
