import { api, call } from '../api/client';
import { withPlainName } from '../api/names';
import type { components } from '../api/schema.v1.gen';
import {
  type DesignDocument,
  documentOf,
  type EditorTemplate,
  newDesign,
  type Sheet,
  type StoredDesign,
} from '../editor';
import type { DesignOut } from './protocol/messages';

export type Design = components['schemas']['Design'];

const QUIET = { quiet: [401, 403, 429] };

/** What is told of a design where none is saved. */
export const NO_DESIGN: DesignOut = { id: null, rasterized_content_url: null };

/** Reads a design as the API says it, which is what hosts are told too. */
export async function readDesign(id: number): Promise<Design> {
  return (await call(api.GET('/certificate_designs/read', { params: { query: { id } } }), QUIET)).design;
}

/** Saves what began from `version`, or makes the design where there is none yet. */
export async function saveDesign(id: number | null, sheet: Sheet, version: number): Promise<Design> {
  const design = { ...sheet.design, name: sheet.name.trim() };
  const answer =
    id === null
      ? api.POST('/certificate_designs/create', { body: { design } })
      : api.POST('/certificate_designs/update', {
          body: { id, version, confirm: true, design: { ...design, id } },
        });
  return (await call<{ design: Design }>(answer, QUIET)).design;
}

/** A design as the editor takes it. */
export function stored(design: Design): StoredDesign {
  return { name: withPlainName(design).name, document: documentOf(design), version: design.version };
}

/** The blank page of a design that is not saved yet. */
export function blank(kind: DesignDocument['kind'], language: string): StoredDesign {
  return { name: '', document: { ...newDesign(kind), language }, version: 0 };
}

/** As many designs as the editor lists at once; a search narrows them. */
const MOST_LISTED = 1000;

/** The department's other designs of a kind, the latest first. */
export async function listDesigns(kind: DesignDocument['kind'], search: string, openId: number | null) {
  const body = { page: 1, page_size: MOST_LISTED, kind, design_identifier: search, sort: '-updated_at' };
  const { designs } = await call(api.POST('/certificate_designs/all', { body }), QUIET);
  return designs.flatMap(({ id, rasterized_content_url, ...design }) =>
    id === null || id === openId ? [] : [{ ...design, id, image_url: rasterized_content_url }],
  );
}

/** The templates that come with the program. */
export async function readTemplates(): Promise<EditorTemplate[]> {
  const { templates } = await call(api.POST('/certificate_designs/public_templates', { body: {} }), QUIET);
  return templates.map((template) => ({
    ...template,
    document: template.document as unknown as DesignDocument,
  }));
}

/** The attributes that a design may use. */
export async function readAttributes() {
  const body = { mode: 'full' as const };
  return (await call(api.POST('/attribute_keys/list', { body }), QUIET)).attribute_keys;
}
