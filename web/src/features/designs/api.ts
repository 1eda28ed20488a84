import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { withPlainName } from '../../api/names';
import { readDesign } from '../../api/queries/designs';
import { DESIGNS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { type DesignDocument, documentOf } from '../../editor';

export type Design = components['schemas']['Design'];
export type DesignSummary = components['schemas']['DesignSummary'];

export const templatesQuery = () =>
  queryOptions({
    queryKey: [...DESIGNS, 'templates'],
    queryFn: async ({ signal }) =>
      (await call(api.POST('/certificate_designs/public_templates', { body: {}, signal }))).templates.map(
        editorTemplate,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

function editorTemplate({ slug, name, style, image_url, document }: components['schemas']['Template']) {
  return { slug, name, style, image_url, document: document as unknown as DesignDocument };
}

/** Creates a design from a document. */
export async function createDesign(document: DesignDocument, name: string): Promise<Design> {
  const { design } = await call(
    api.POST('/certificate_designs/create', { body: { design: { ...document, name: name.trim() } } }),
  );
  return withPlainName(design);
}

export async function copyDesign(id: number): Promise<Design> {
  return withPlainName((await call(api.POST('/certificate_designs/copy', { body: { id } }))).design);
}

/** Copies a design to another department of the user. */
export const copyDesignInto = (id: number, department_id: number) =>
  call(api.POST('/designs/{id}/copy', { params: { path: { id } }, body: { design: { department_id } } }));

export async function deleteDesign(id: number): Promise<void> {
  await call(api.POST('/certificate_designs/delete', { body: { id } }));
}

export interface DesignChange {
  name: string;
  document: DesignDocument;
  /** The version that the change is based on. */
  version: number;
}

/** Saves a new version. Issued credentials keep their version; the caller has confirmed this with the user. */
export async function saveDesign(id: number, { name, document, version }: DesignChange): Promise<Design> {
  const { design } = await call(
    api.POST('/certificate_designs/update', {
      body: { id, version, confirm: true, design: { ...document, id, name: name.trim() } },
    }),
  );
  return withPlainName(design);
}

/** Renames a design without other changes. */
export async function renameDesign(id: number, name: string): Promise<Design> {
  const current = await readDesign(id);
  return saveDesign(id, { name, document: documentOf(current), version: current.version });
}
