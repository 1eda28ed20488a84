import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../api/client';
import { EMAIL_SETTINGS } from '../../../api/queries/keys';
import type { components } from '../../../api/schema.v1.gen';

type Schemas = components['schemas'];
export type Template = Schemas['EmailTemplate'];
export type WholeTemplate = Schemas['EmailTemplateWhole'];
export type TemplateInput = Schemas['EmailTemplateInput'];
export type TemplateType = Schemas['EmailTemplateType'];
export type Variant = Schemas['EmailVariant'];
export type Style = Schemas['EmailStyle'];
export type Block = Schemas['EmailBlock'];
export type BlockType = Block['type'];

export const templatePath = (id: number) => `/settings/email/templates/${id}`;

/** All templates, and the types that there can be templates of. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'templates'],
    queryFn: ({ signal }) => call(api.GET('/email_templates', { signal }), { quiet: [403] }),
  });

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'template', id],
    queryFn: async ({ signal }) =>
      (
        await call(api.GET('/email_templates/{id}', { params: { path: { id } }, signal }), {
          quiet: [403, 404],
        })
      ).email_template,
    refetchOnWindowFocus: false,
  });

export const createTemplate = async (email_template: TemplateInput): Promise<WholeTemplate> =>
  (await call(api.POST('/email_templates', { body: { email_template } }))).email_template;

export const saveTemplate = async (id: number, email_template: TemplateInput): Promise<WholeTemplate> =>
  (await call(api.PUT('/email_templates/{id}', { params: { path: { id } }, body: { email_template } })))
    .email_template;

export const copyTemplate = async (id: number, name: string): Promise<WholeTemplate> =>
  (
    await call(
      api.POST('/email_templates/{id}/copy', {
        params: { path: { id } },
        body: { email_template: { name } },
      }),
    )
  ).email_template;

export const resetTemplate = async (id: number): Promise<WholeTemplate> =>
  (await call(api.POST('/email_templates/{id}/reset', { params: { path: { id } } }))).email_template;

export const deleteTemplate = (id: number) =>
  call(api.DELETE('/email_templates/{id}', { params: { path: { id } } }));

export interface Shown {
  language: string;
  variant: Variant;
  style: Style;
  credential_id?: number;
}

/** What a template would look like, also before it is saved. */
export const previewQuery = (id: number, shown: Shown) =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'preview', id, shown],
    queryFn: async ({ signal }) =>
      (
        await call(
          api.POST('/email_templates/{id}/preview', { params: { path: { id } }, body: shown, signal }),
          { quiet: [422] },
        )
      ).email_preview,
    gcTime: 60_000,
    retry: false,
  });

/** Emails a preview to the signed-in person, and returns their address. */
export const sendPreview = async (id: number, shown: Shown): Promise<string> =>
  (await call(api.POST('/email_templates/{id}/send_preview', { params: { path: { id } }, body: shown })))
    .sent_to;
