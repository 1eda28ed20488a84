import { api } from './api.mjs';

/** One credential of the demo group that fits, such as a private one. */
export async function credentialOf(url, demo, filter) {
  const search = { group_id: demo.group_id, page_size: 1, ...filter };
  const { credentials } = await api(url, demo.api_key)('POST', '/credentials/search', search);
  if (credentials.length === 0) throw new Error(`no credential of the demo group is ${JSON.stringify(filter)}`);
  return credentials[0];
}

/** A webhook of the demo department, with a test on its way. */
export async function webhookOf(url, demo) {
  const call = api(url, demo.api_key);
  const { webhooks } = await call('GET', '/issuer/webhooks');
  if (webhooks.length > 0) return webhooks[0];
  const made = { url: 'https://1.1.1.1/laurel', description: 'Student records', events: ['credential.published', 'credential.revoked'] };
  const { webhook } = await call('POST', '/issuer/webhooks', { webhook: made });
  await call('POST', `/issuer/webhooks/${webhook.id}/test`);
  return webhook;
}

/** The key of the demo department, which has asked for something already. */
export async function apiKeyOf(url, demo) {
  const { api_keys: keys } = await api(url, demo.api_key)('GET', '/issuer/api_keys');
  return keys.find(({ masked }) => demo.api_key.endsWith(masked.replaceAll('•', '')));
}

/** What the recipient of a credential is signed in with. */
export async function recipientOf(url, demo, credential) {
  const call = api(url, demo.api_key);
  const { link } = await call('POST', `/credentials/${credential.uuid}/recipient_link`);
  const { secret } = await call('POST', '/recipient/session', { token: new URL(link).searchParams.get('token') });
  return secret;
}
