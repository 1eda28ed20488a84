import { api } from './api.mjs';

/** One credential of the demo group that fits, such as a private one. */
export async function credentialOf(url, demo, filter) {
  const search = { group_id: demo.group_id, page_size: 1, ...filter };
  const { credentials } = await api(url, demo.api_key)('POST', '/credentials/search', search);
  if (credentials.length === 0) throw new Error(`no credential of the demo group is ${JSON.stringify(filter)}`);
  return credentials[0];
}
