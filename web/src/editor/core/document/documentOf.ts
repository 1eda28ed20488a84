import type { DesignDocument } from './types';

const ABOUT_THE_DESIGN = new Set([
  'id',
  'name',
  'version',
  'credentials_count',
  'rasterized_content_url',
  'department_id',
  'meta_data',
  'created_at',
  'updated_at',
  'custom_attributes',
  'encoded_content',
]);

/** The document inside a design: all of it, also keys this program does not know, without what is said about it. */
export function documentOf(design: object): DesignDocument {
  return Object.fromEntries(
    Object.entries(design).filter(([key]) => !ABOUT_THE_DESIGN.has(key)),
  ) as unknown as DesignDocument;
}
