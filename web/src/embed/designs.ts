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

/** The result for the host when no design was saved. */
export const NO_DESIGN: DesignOut = { id: null, rasterized_content_url: null };

/** Parses a design as the API and the messages to hosts contain it. */
export async function readDesign(id: number): Promise<Design> {
  return (await call(api.GET('/certificate_designs/read', { params: { query: { id } } }), QUIET)).design;
}

/** Saves a design that was opened at `version`, or creates it. */
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

/** Converts a design for the editor. */
export function stored(design: Design): StoredDesign {
  return { name: withPlainName(design).name, document: documentOf(design), version: design.version };
}

/** The blank page of a new design. */
export function blank(kind: DesignDocument['kind'], language: string): StoredDesign {
  return { name: '', document: { ...newDesign(kind), language }, version: 0 };
}

/** The number of designs that the editor lists at once. A search narrows them. */
const MOST_LISTED = 1000;

/** The department's other designs of a kind, most recent first. */
export async function listDesigns(kind: DesignDocument['kind'], search: string, openId: number | null) {
  const body = { page: 1, page_size: MOST_LISTED, kind, design_identifier: search, sort: '-updated_at' };
  const { designs } = await call(api.POST('/certificate_designs/all', { body }), QUIET);
  return designs.flatMap(({ id, rasterized_content_url, ...design }) =>
    id === null || id === openId ? [] : [{ ...design, id, image_url: rasterized_content_url }],
  );
}

/** The bundled templates. */
export async function readTemplates(): Promise<EditorTemplate[]> {
  const { templates } = await call(api.POST('/certificate_designs/public_templates', { body: {} }), QUIET);
  return templates.map((template) => ({
    ...template,
    document: template.document as unknown as DesignDocument,
  }));
}

/** The attributes that a design can use. */
export async function readAttributes() {
  const body = { mode: 'full' as const };
  return (await call(api.POST('/attribute_keys/list', { body }), QUIET)).attribute_keys;
}
