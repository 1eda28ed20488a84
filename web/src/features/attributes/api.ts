import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';

export type AttributeKey = components['schemas']['AttributeKey'];

export async function createAttribute(attribute: { name: string; kind: string }): Promise<AttributeKey> {
  return (await call(api.POST('/attribute_keys/create', { body: { attribute_key: attribute } })))
    .attribute_key;
}

export async function updateAttribute(
  id: number,
  attribute: { name: string; kind: string },
): Promise<AttributeKey> {
  const body = { attribute_key: { id, parent: 'custom', ...attribute } };
  return (await call(api.POST('/attribute_keys/update', { body }))).attribute_key;
}

/** The number of designs and credentials that use a custom attribute. There may be more credentials if `count_is_capped`. */
export async function attributeUsage(id: number) {
  return call(api.GET('/attribute_keys/{id}/usage', { params: { path: { id } } }));
}

export async function deleteAttribute(id: number): Promise<void> {
  await call(api.POST('/attribute_keys/delete', { body: { id } }));
}
