import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Settings for passes: a pass type certificate of an authority made for the occasion, and an account at a double of Google. The double
 * gives tokens, keeps what it is sent, and has a page that saves passes.
 */
export async function passSettings(folder) {
  const at = (name) => join(folder, name);
  const openssl = (...args) => run('openssl', args);
  await openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', at('wwdr.key'), '-out', at('wwdr.pem'), '-days', '400'],
    ...['-subj', '/CN=Test WWDR'],
  );
  await openssl(
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-keyout', at('pass.key'), '-out', at('pass.csr')],
    ...['-subj', '/UID=pass.example.laurel/CN=Pass Type ID: pass.example.laurel/OU=TEAM123456'],
  );
  await openssl(
    ...['x509', '-req', '-in', at('pass.csr'), '-CA', at('wwdr.pem'), '-CAkey', at('wwdr.key'), '-CAcreateserial'],
    ...['-out', at('pass.pem'), '-days', '365'],
  );
  const objects = [];
  const google = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const save = request.url.startsWith('/save/');
    if (request.url.startsWith('/walletobjects/v1/genericObject')) objects.push(JSON.parse(body));
    response.setHeader('Content-Type', save ? 'text/html' : 'application/json');
    response.end(save ? '<!doctype html><title>Wallet</title><h1>Save pass</h1>' : '{"access_token":"t1","expires_in":3600}');
  }).listen(0, '127.0.0.1');
  await once(google, 'listening');
  google.unref();
  const url = `http://127.0.0.1:${google.address().port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = {
    type: 'service_account',
    client_email: 'laurel@example.org',
    private_key_id: 'k1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${url}/token`,
  };
  await writeFile(at('google.json'), JSON.stringify(account));
  const env = {
    LAUREL_APPLE_PASS_CERTIFICATE_FILE: at('pass.pem'),
    LAUREL_APPLE_PASS_KEY_FILE: at('pass.key'),
    LAUREL_APPLE_PASS_WWDR_FILE: at('wwdr.pem'),
    LAUREL_GOOGLE_WALLET_ISSUER: '3388',
    LAUREL_GOOGLE_WALLET_ACCOUNT_FILE: at('google.json'),
    LAUREL_GOOGLE_WALLET_API_URL: url,
    LAUREL_GOOGLE_WALLET_SAVE_URL: `${url}/save`,
  };
  return { env, google: { url, objects }, close: () => google.close() };
}
