import jsonld from 'jsonld/dist/jsonld.esm.min.js';
import { type Bytes, fromMultibase, sha256, toBase64Url } from './bytes';
import { isKnown, loadContext } from './contexts';
import { type Doc, idOf, isDoc, listOf, textOf } from './json';
import { differingClaim, fits, type Token } from './token';

export type Proven =
  | { good: true; key: string }
  | {
      good: false;
      claim?: string;
      why:
        | 'unsigned'
        | 'unsupported'
        | 'context'
        | 'claims'
        | 'key_retired'
        | 'not_covered'
        | 'wrong'
        | 'key_missing'
        | 'key_unknown'
        | 'key_revoked'
        | 'other_signer';
    };

const SIGNED_NAMES = ['type', 'created', 'verificationMethod', 'cryptosuite', 'proofPurpose', 'proofValue'];
const ED25519_MARK = [0xed, 0x01];

/** A signed credential or list: in a token, or with an embedded proof. */
export interface Signed {
  doc: Doc;
  token: Token | null;
}

const bad = (why: Extract<Proven, { good: false }>['why'], claim?: string): Proven => ({
  good: false,
  why,
  claim,
});

/** Verifies the signature of a document with the given keys, and that its issuer made it. */
export async function prove({ doc, token }: Signed, controllers: readonly Doc[]): Promise<Proven> {
  if (!startsWithDataModel(doc)) return bad('context');
  return token ? proveToken(token, controllers) : proveInside(doc, controllers);
}

async function proveToken(token: Token, controllers: readonly Doc[]): Promise<Proven> {
  const issuer = idOf(token.payload.issuer);
  const method = methodOf({ doc: token.payload, token });
  const [holder] = method.split('#');
  const controller = controllers.find(({ id }) => id === holder);
  if (!controller) return bad('key_missing');
  const key = keyIn(controller, method, textOf(token.payload.validFrom));
  if (typeof key === 'string') return bad(key);
  if (holder !== issuer) return bad('other_signer');
  const good = await fits(token, key);
  if (!good) return bad(good === null ? 'unsupported' : 'wrong');
  const claim = differingClaim(token.payload);
  return claim ? bad('claims', claim) : { good: true, key: method };
}

/** Verifies the only eddsa-rdfc-2022 proof of a document. */
async function proveInside(doc: Doc, controllers: readonly Doc[]): Promise<Proven> {
  const { proof: proofs, ...content } = doc;
  const [proof, ...more] = listOf(proofs);
  if (proof === undefined) return bad('unsigned');
  if (!isDoc(proof) || more.length > 0 || !isOurKind(proof) || !namesContexts(doc)) return bad('unsupported');
  if (proof.proofPurpose !== 'assertionMethod') return bad('wrong');
  if (hasOwnVocabulary(doc)) return bad('context');
  const method = textOf(proof.verificationMethod);
  const [holder] = method.split('#');
  const controller = controllers.find(({ id }) => id === holder);
  if (!controller) return bad('key_missing');
  const key = keyIn(controller, method, textOf(proof.created));
  if (typeof key === 'string') return bad(key);
  if (holder !== idOf(doc.issuer)) return bad('other_signer');
  if (key.crv !== 'Ed25519') return bad('unsupported');
  if (!namesWords(doc)) return bad('not_covered');
  const { proofValue, ...options } = proof;
  const signature = fromMultibase(proofValue);
  if (signature?.length !== 64) return bad('wrong');
  let signed: Bytes;
  try {
    const hashes = [{ '@context': doc['@context'], ...options }, content].map(hashOf);
    signed = new Uint8Array((await Promise.all(hashes)).flatMap((hash) => [...hash]));
  } catch {
    return bad('not_covered');
  }
  const imported = await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify']);
  const good = await crypto.subtle.verify('Ed25519', imported, signature, signed);
  return good ? { good: true, key: method } : bad('wrong');
}

/** The key that a signature refers to. */
export function methodOf({ doc, token }: Signed): string {
  if (!token) {
    const [proof] = listOf(doc.proof);
    return isDoc(proof) ? textOf(proof.verificationMethod) : '';
  }
  return token.keyId.includes(':') ? token.keyId : `${idOf(doc.issuer)}#${token.keyId.replace(/^#/, '')}`;
}

/** The vocabulary of the data model must be first, as the others extend it. No signature covers the order. */
function startsWithDataModel(doc: Doc): boolean {
  const [first] = listOf(doc['@context']);
  return (
    first === 'https://www.w3.org/ns/credentials/v2' || first === 'https://www.w3.org/2018/credentials/v1'
  );
}

function isOurKind(proof: Doc): boolean {
  return (
    proof.type === 'DataIntegrityProof' &&
    proof.cryptosuite === 'eddsa-rdfc-2022' &&
    Object.keys(proof).every((name) => SIGNED_NAMES.includes(name))
  );
}

/** Whether all vocabularies with a URL are known. */
function namesContexts(value: unknown): boolean {
  return eachContext(value, (context) => typeof context !== 'string' || isKnown(context));
}

/** An inline vocabulary could redefine terms. */
function hasOwnVocabulary(value: unknown): boolean {
  return !eachContext(value, (context) => typeof context === 'string');
}

function eachContext(value: unknown, holds: (context: unknown) => boolean): boolean {
  if (Array.isArray(value)) return value.every((one) => eachContext(one, holds));
  if (!isDoc(value)) return true;
  return Object.entries(value).every(([name, inner]) =>
    name === '@context' ? listOf(inner).every(holds) : eachContext(inner, holds),
  );
}

/** A vocabulary may map "Criteria" to the same term as "criteria", but JSON readers distinguish them. */
function namesWords(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(namesWords);
  if (!isDoc(value)) return true;
  return Object.entries(value).every(([name, inner]) => !/^[A-Z]/.test(name) && namesWords(inner));
}

/** The key of a verification method that may sign credentials, or why there is none for the time of the signature. */
function keyIn(
  controller: Doc,
  method: string,
  signedAt: string,
): JsonWebKey | 'key_unknown' | 'key_retired' | 'key_revoked' {
  const may = listOf(controller.assertionMethod).some((one) => idOf(one) === method);
  const found = listOf(controller.verificationMethod).find((one) => isDoc(one) && one.id === method);
  if (isDoc(found) && found.revoked !== undefined) return 'key_revoked';
  if (!may || !isDoc(found) || found.controller !== controller.id) return 'key_unknown';
  const ended = found.expires !== undefined && !(Date.parse(signedAt) < Date.parse(textOf(found.expires)));
  if (ended) return 'key_retired';
  if (isDoc(found.publicKeyJwk)) return found.publicKeyJwk as JsonWebKey;
  const bytes = fromMultibase(found.publicKeyMultibase);
  if (bytes?.length !== 34 || ED25519_MARK.some((byte, at) => bytes[at] !== byte)) return 'key_unknown';
  return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(bytes.slice(2)) };
}

/** The hash of a document's canonical form. Undefined terms and relative IRIs are rejected, not omitted. */
async function hashOf(doc: Doc): Promise<Bytes> {
  const quads = await jsonld.canonize(doc, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    base: null,
    documentLoader: loadContext,
  });
  if (quads === '') throw new Error('it says nothing');
  return sha256(new TextEncoder().encode(quads));
}
