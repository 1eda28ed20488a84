// Makes the credentials of strangers that the verifier is tested with, by libraries that are not ours:
// npm install && node make.mjs. Keys are thrown away, so every run makes other files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey';
import { cryptosuite as ecdsaRdfc } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite';
import { createDiscloseCryptosuite, createSignCryptosuite } from '@digitalbazaar/ecdsa-sd-2023-cryptosuite';
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { Ed25519Signature2020 } from '@digitalbazaar/ed25519-signature-2020';
import { Ed25519VerificationKey2020 } from '@digitalbazaar/ed25519-verification-key-2020';
import { cryptosuite as eddsaRdfc } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { createSignCryptosuite as createJcs } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import jsigs from 'jsonld-signatures';

const CONTEXTS = {
  'https://www.w3.org/2018/credentials/v1': 'credentials-v1',
  'https://www.w3.org/ns/credentials/v2': 'credentials-v2',
  'https://w3id.org/security/suites/ed25519-2020/v1': 'ed25519-2020-v1',
  'https://w3id.org/security/data-integrity/v2': 'data-integrity-v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context.json': 'ob-3.0.0',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json': 'ob-3.0.3',
  'https://w3id.org/dcc/v1': 'dcc-v1',
};
const folder = process.env.CONTEXTS ?? join(import.meta.dirname, '../../../dataintegrity/contexts');
const documentLoader = async (url) => {
  if (!CONTEXTS[url]) throw new Error(`unknown: ${url}`);
  return { documentUrl: url, document: JSON.parse(readFileSync(join(folder, `${CONTEXTS[url]}.json`))) };
};
const out = (name, value) =>
  writeFileSync(join(process.env.OUT ?? import.meta.dirname, name), typeof value === 'string' ? value : `${JSON.stringify(value, null, 1)}\n`);

const V2 = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'];
const achievement = { id: 'https://guild.example/a/1', type: ['Achievement'], name: 'Weaving', description: 'Looms', criteria: { narrative: 'Weave' } };
const subject = { type: ['AchievementSubject'], name: 'Ada', achievement };
const modern = (issuer) => ({
  '@context': V2, id: 'https://guild.example/1', type: ['VerifiableCredential', 'OpenBadgeCredential'], name: 'Weaving',
  issuer: { id: issuer, type: ['Profile'], name: 'Guild' }, validFrom: '2026-01-01T00:00:00Z', credentialSubject: subject,
});
/** As pilots of the Digital Credentials Consortium wrote them: data model 1.1 and the first context of Open Badges 3.0. */
const early = (issuer, ...contexts) => {
  const { validFrom, ...rest } = modern(issuer);
  return { ...rest, '@context': ['https://www.w3.org/2018/credentials/v1', 'https://purl.imsglobal.org/spec/ob/v3p0/context.json', ...contexts], issuanceDate: validFrom };
};
const sign = (document, suite) =>
  jsigs.sign(structuredClone(document), { suite, purpose: new jsigs.purposes.AssertionProofPurpose(), documentLoader });

const named = async (key) => {
  const { publicKeyMultibase } = await key.export({ publicKey: true });
  const controller = `did:key:${publicKeyMultibase}`;
  Object.assign(key, { controller, id: `${controller}#${publicKeyMultibase}` });
  return { key, issuer: controller };
};
const ed = await named(await Ed25519Multikey.generate());
const ed2 = await named(await Ed25519Multikey.generate());
const p256 = await named(await EcdsaMultikey.generate({ curve: 'P-256' }));
const p384 = await named(await EcdsaMultikey.generate({ curve: 'P-384' }));
const old = await Ed25519VerificationKey2020.generate();
const oldIssuer = `did:key:${old.fingerprint()}`;
Object.assign(old, { controller: oldIssuer, id: `${oldIssuer}#${old.fingerprint()}` });

const di = (cryptosuite, { key }) => new DataIntegrityProof({ cryptosuite, signer: key.signer() });
out('ed25519-signature-2020.json', await sign(early(oldIssuer, 'https://w3id.org/security/suites/ed25519-2020/v1'), new Ed25519Signature2020({ key: old })));
const learning = {
  '@context': ['https://www.w3.org/2018/credentials/v1', 'https://w3id.org/dcc/v1', 'https://w3id.org/security/suites/ed25519-2020/v1'],
  id: 'https://guild.example/2', type: ['VerifiableCredential', 'LearningCredential'], issuer: { id: oldIssuer, name: 'Guild' },
  issuanceDate: '2026-01-01T00:00:00Z', credentialSubject: { id: 'did:example:ada', name: 'Ada', hasCredential: { type: ['EducationalOccupationalCredential'], name: 'Weaving', description: 'Looms' } },
};
out('ed25519-signature-2020-dcc.json', await sign(learning, new Ed25519Signature2020({ key: old })));
out('ecdsa-rdfc-2019-p256.json', await sign(modern(p256.issuer), di(ecdsaRdfc, p256)));
out('ecdsa-rdfc-2019-p384.json', await sign(modern(p384.issuer), di(ecdsaRdfc, p384)));
out('eddsa-jcs-2022.json', await sign(modern(ed.issuer), di(createJcs(), ed)));
const once = await sign(modern(ed.issuer), di(eddsaRdfc, ed));
out('two-proofs.json', await sign(once, di(eddsaRdfc, ed2)));

const base = await sign(modern(p256.issuer), di(createSignCryptosuite({ mandatoryPointers: ['/issuer', '/validFrom', '/credentialSubject/achievement'] }), p256));
out('ecdsa-sd-2023-base.json', base);
const disclose = (selectivePointers) => jsigs.derive(structuredClone(base), {
  suite: new DataIntegrityProof({ cryptosuite: createDiscloseCryptosuite({ proofId: undefined, selectivePointers }) }),
  purpose: new jsigs.purposes.AssertionProofPurpose(), documentLoader,
});
out('ecdsa-sd-2023.json', await disclose(['/credentialSubject/name', '/name']));

// Tokens of the data model 1.1, whose credential lies in a claim, by a key that is its own DID.
const pair = await generateKeyPair('ES256', { extractable: true });
const jwk = await exportJWK(pair.publicKey);
const did = `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString('base64url')}`;
const { id, issuer, issuanceDate, ...vc } = early(did);
const token = (payload, typ, more = {}) => new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: `${did}#0`, typ, ...more }).sign(pair.privateKey);
const claims = { iss: did, jti: id, nbf: Date.parse(issuanceDate) / 1000, sub: 'urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e' };
out('vc-claim.jwt', await token({ ...claims, vc: { ...vc, issuer: { ...issuer, id: did } } }, 'JWT'));
out('vc-claim-differs.jwt', await token({ ...claims, vc: { ...vc, issuer: { ...issuer, id: 'did:web:other.example' } } }, 'JWT'));

// P-384 signs tokens too.
const large = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const largeDid = `did:jwk:${Buffer.from(JSON.stringify(large.publicKey.export({ format: 'jwk' }))).toString('base64url')}`;
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = `${encoded({ alg: 'ES384', kid: `${largeDid}#0`, typ: 'vc+jwt' })}.${encoded({ ...modern(largeDid), iss: largeDid })}`;
out('es384.jwt', `${unsigned}.${createSign('sha384').update(unsigned).sign({ key: large.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`);

// SD-JWT: claims lie beside the token, which holds their hashes.
const disclosure = (...parts) => encoded(['c2FsdHNhbHRzYWx0', ...parts]);
const hash = async (text) => Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64url');
const [name, family, skill] = [disclosure('given_name', 'Ada'), disclosure('family_name', 'Lovelace'), disclosure('weaving')];
const payload = {
  iss: did, vct: 'https://guild.example/types/weaver', iat: claims.nbf, _sd_alg: 'sha-256', _sd: [await hash(name), await hash(family)],
  skills: [{ '...': await hash(skill) }, 'looms'],
};
out('sd-jwt-vc.txt', `${await token(payload, 'dc+sd-jwt')}~${name}~${family}~${skill}~`);
const shown = disclosure('name', 'Ada');
const badge = { ...modern(did), _sd_alg: 'sha-256', credentialSubject: { type: subject.type, achievement, _sd: [await hash(shown)] } };
out('sd-jwt-badge.txt', `${await token(badge, 'vc+sd-jwt')}~${shown}~`);
