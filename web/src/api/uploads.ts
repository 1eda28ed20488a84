import { api, call } from './client';
import { ApiError, NO_ANSWER } from './errors';

export type UploadPreset = 's3_policy' | 'templates' | 'evidence' | 'organizations';

/** What an upload delivers to its caller. */
export interface UploadResult {
  fileUrl: string;
  fileType: string;
  fileName: string;
  bucket: string;
  key: string;
  size: number;
}

const CREATED = 201;

/** Sends a file straight to the bucket, under a policy the server signs for it. */
export async function upload(preset: UploadPreset, file: File): Promise<UploadResult> {
  const policy = await call(
    api.POST('/upload_policies/{preset}', {
      params: { path: { preset } },
      body: { file_name: file.name, content_type: file.type, size: file.size },
    }),
  );
  const form = new FormData();
  for (const [name, value] of Object.entries(policy.fields)) form.append(name, value);
  form.append('file', file, file.name);
  const response = await fetch(policy.bucket_url, { method: 'POST', body: form }).catch(() => {
    throw new ApiError(NO_ANSWER, undefined);
  });
  if (response.status !== CREATED) throw new ApiError(response.status, await response.text());
  return {
    fileUrl: policy.bucket_file_url_prefix + policy.key,
    fileType: file.type,
    fileName: file.name,
    bucket: policy.bucket_name,
    key: policy.key,
    size: file.size,
  };
}
