import { api, call } from './client';
import { ApiError, NO_ANSWER } from './errors';
import type { operations } from './schema.v1.gen';

export type UploadPreset = 's3_policy' | 'templates' | 'evidence' | 'organizations' | 'fonts';

/** The result of an upload. */
export interface UploadResult {
  fileUrl: string;
  fileType: string;
  fileName: string;
  bucket: string;
  key: string;
  size: number;
}

/** The server's size limit for files of any type. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

const CREATED = 201;

/**
 * Sends a file straight to the bucket, under a policy the server signs for it.
 * `onProgress` hears how much of it is there, from 0 to 1.
 */
export async function upload(
  preset: UploadPreset,
  file: File,
  onProgress?: (part: number) => void,
): Promise<UploadResult> {
  const policy = await call(
    api.POST('/upload_policies/{preset}', {
      params: { path: { preset } },
      body: { file_name: file.name, content_type: file.type, size: file.size },
    }),
  );
  return uploadUnder(policy, file, onProgress);
}

type Policy = operations['uploadPolicy']['responses']['200']['content']['application/json'];

/** Sends a file straight to the bucket under a signed policy. */
export async function uploadUnder(
  policy: Policy,
  file: File,
  onProgress?: (part: number) => void,
): Promise<UploadResult> {
  const form = new FormData();
  for (const [name, value] of Object.entries(policy.fields)) form.append(name, value);
  form.append('file', file, file.name);
  await post(policy.bucket_url, form, onProgress);
  return {
    fileUrl: policy.bucket_file_url_prefix + policy.key,
    fileType: file.type,
    fileName: file.name,
    bucket: policy.bucket_name,
    key: policy.key,
    size: file.size,
  };
}

/** XMLHttpRequest reports the progress of an upload, which fetch cannot. */
function post(url: string, form: FormData, onProgress?: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    if (onProgress) {
      request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    }
    request.onload = () =>
      request.status === CREATED ? resolve() : reject(new ApiError(request.status, request.responseText));
    request.onerror = () => reject(new ApiError(NO_ANSWER, undefined));
    request.send(form);
  });
}
