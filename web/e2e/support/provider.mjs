import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/**
 * Starts an OpenID provider with one client, and a page on which `person.claims` sign in. It insists on what it is promised: the
 * client's secret, its registered callback URL, and the PKCE verifier.
 */
export async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
  const provider = { clientId: 'laurel', clientSecret: randomBytes(16).toString('hex'), callback: '', person: { claims: {} } };
  const codes = new Map();
  const json = (answer, body, status = 200) => answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const server = createServer(async (request, answer) => {
    const at = new URL(request.url, provider.issuer);
    switch (at.pathname) {
      case '/.well-known/openid-configuration':
        return json(answer, {
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
        });
      case '/keys':
        return json(answer, keys);
      case '/authorize': {
        const asked = Object.fromEntries(at.searchParams);
        if (asked.client_id !== provider.clientId || asked.redirect_uri !== provider.callback) return json(answer, { error: 'invalid_request' }, 400);
        const code = randomBytes(16).toString('hex');
        codes.set(code, asked);
        const back = new URL(asked.redirect_uri);
        back.search = new URLSearchParams({ code, state: asked.state });
        const page = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><a href="${back.href.replaceAll('&', '&amp;')}">Sign in as ${provider.person.claims.name}</a>`;
        return answer.writeHead(200, { 'content-type': 'text/html' }).end(page);
      }
      case '/token': {
        let body = '';
        for await (const part of request) body += part;
        const form = new URLSearchParams(body);
        const asked = codes.get(form.get('code'));
        codes.delete(form.get('code'));
        const basic = `Basic ${Buffer.from(`${provider.clientId}:${provider.clientSecret}`).toString('base64')}`;
        const proof = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
        if (!asked || asked.code_challenge !== proof || request.headers.authorization !== basic) return json(answer, { error: 'invalid_grant' }, 400);
        const token = await new SignJWT({ ...provider.person.claims, nonce: asked.nonce })
          .setProtectedHeader({ alg: 'ES256', kid: 'one' })
          .setIssuer(provider.issuer)
          .setAudience(provider.clientId)
          .setIssuedAt()
          .setExpirationTime('5 minutes')
          .sign(privateKey);
        return json(answer, { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token: token });
      }
      default:
        return answer.writeHead(204).end(); // such as the icon that browsers ask for
    }
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.unref(); // a run that failed half way still ends
  provider.issuer = `http://127.0.0.1:${server.address().port}`;
  provider.close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return provider;
}
