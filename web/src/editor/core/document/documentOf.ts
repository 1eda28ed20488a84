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

/** Returns the document of a design, including unknown keys but without the design's metadata. */
export function documentOf(design: object): DesignDocument {
  return Object.fromEntries(
    Object.entries(design).filter(([key]) => !ABOUT_THE_DESIGN.has(key)),
  ) as unknown as DesignDocument;
}
