import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../api/client';
import { QUIET, RECIPIENT } from '../../../api/recipient';
import type { Relationship } from '../../../api/relationships';
import type { components } from '../../../api/schema.v1.gen';
import { type UploadResult, uploadUnder } from '../../../api/uploads';

export type EvidenceItem = components['schemas']['EvidenceItem'];
export type EvidenceInput = components['schemas']['EvidenceInput'];
export type Reference = components['schemas']['Reference'];
/** Refusals that the forms show. */
const SHOWN = { quiet: [...QUIET.quiet, 409, 422] };

/** Shorter than the 15 minutes for which the file URLs in a response are valid. */
const FRESH = 10 * 60 * 1000;

/** The recipient's view of a credential: all its evidence, and what they may add. */
export const ownSupplementsQuery = (ref: string) =>
  queryOptions({
    queryKey: [...RECIPIENT, 'supplements', ref],
    staleTime: FRESH,
    queryFn: async ({ signal }) =>
      (await call(api.GET('/recipient/credentials/{ref}', { params: { path: { ref } }, signal }), QUIET))
        .credential,
  });

export async function addOwnEvidence(ref: string, item: EvidenceInput): Promise<void> {
  const body = { evidence_item: item };
  await call(
    api.POST('/recipient/credentials/{ref}/evidence_items', { params: { path: { ref } }, body }),
    SHOWN,
  );
}

const onItem = (ref: string, id: number) => ({ params: { path: { ref, evidence_item_id: id } } });

export async function changeOwnEvidence(ref: string, id: number, item: EvidenceInput): Promise<void> {
  const at = '/recipient/credentials/{ref}/evidence_items/{evidence_item_id}';
  await call(api.PUT(at, { ...onItem(ref, id), body: { evidence_item: item } }), SHOWN);
}

export async function removeOwnEvidence(ref: string, id: number): Promise<void> {
  const at = '/recipient/credentials/{ref}/evidence_items/{evidence_item_id}';
  await call(api.DELETE(at, onItem(ref, id)), QUIET);
}

export async function uploadOwnFile(
  ref: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<UploadResult> {
  const policy = await call(
    api.POST('/recipient/credentials/{ref}/upload_policy', {
      params: { path: { ref } },
      body: { file_name: file.name, content_type: file.type, size: file.size },
    }),
    SHOWN,
  );
  return uploadUnder(policy, file, onProgress);
}

export const ownReferencesQuery = (ref: string) =>
  queryOptions({
    queryKey: [...RECIPIENT, 'references', ref],
    queryFn: async ({ signal }) =>
      (
        await call(
          api.GET('/recipient/credentials/{ref}/references', { params: { path: { ref } }, signal }),
          QUIET,
        )
      ).references,
  });

export interface Asking {
  name: string;
  email: string;
  relationship: string;
  message: string;
}

export async function askOwnReference(
  ref: string,
  { name, email, relationship, message }: Asking,
): Promise<void> {
  const reference = { referee: { name, email }, relationship: relationship as Relationship | '', message };
  await call(
    api.POST('/recipient/credentials/{ref}/references', { params: { path: { ref } }, body: { reference } }),
    SHOWN,
  );
}

const onReference = (ref: string, id: number) => ({ params: { path: { ref, reference_id: id } } });

export async function decideOwnReference(
  ref: string,
  id: number,
  decision: 'approve' | 'reject',
): Promise<void> {
  const at = '/recipient/credentials/{ref}/references/{reference_id}/decide';
  await call(api.POST(at, { ...onReference(ref, id), body: { decision } }), SHOWN);
}

export async function remindReferee(ref: string, id: number): Promise<void> {
  const at = '/recipient/credentials/{ref}/references/{reference_id}/resend';
  await call(api.POST(at, onReference(ref, id)), SHOWN);
}

export async function removeOwnReference(ref: string, id: number): Promise<void> {
  const at = '/recipient/credentials/{ref}/references/{reference_id}';
  await call(api.DELETE(at, onReference(ref, id)), QUIET);
}
