import jsonld from 'jsonld/dist/jsonld.esm.min.js';
import { type Bytes, fromMultibase, sha256 } from './bytes';
import { isKnown, loadContext } from './contexts';

/** A JSON object of a stranger. */
export type Doc = { [name: string]: unknown };

export type Proven =
  | { good: true; key: string }
  | {
      good: false;
      why:
        | 'unsigned'
        | 'unsupported'
        | 'not_covered'
        | 'wrong'
        | 'key_missing'
        | 'key_unknown'
        | 'other_signer';
    };

const SIGNED_NAMES = ['type', 'created', 'verificationMethod', 'cryptosuite', 'proofPurpose', 'proofValue'];
const ED25519_MARK = [0xed, 0x01];

export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What an address, or an object with an id, names. */
export const idOf = (value: unknown): string => textOf(isDoc(value) ? value.id : value);

/** Checks the one eddsa-rdfc-2022 proof of a document by keys that were handed in, and that its issuer made it. */
export async function prove(doc: Doc, controllers: readonly Doc[]): Promise<Proven> {
  const bad = (why: Extract<Proven, { good: false }>['why']): Proven => ({ good: false, why });
  const { proof: proofs, ...content } = doc;
  const [proof, ...more] = listOf(proofs);
  if (proof === undefined) return bad('unsigned');
  if (!isDoc(proof) || more.length > 0 || !isOurKind(proof) || !namesContexts(doc)) return bad('unsupported');
  const method = textOf(proof.verificationMethod);
  const [holder] = method.split('#');
  const controller = controllers.find(({ id }) => id === holder);
  if (!controller) return bad('key_missing');
  const key = keyIn(controller, method);
  if (!key) return bad('key_unknown');
  if (holder !== idOf(doc.issuer)) return bad('other_signer');
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
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  const fits = await crypto.subtle.verify('Ed25519', imported, signature, signed);
  return fits ? { good: true, key: method } : bad('wrong');
}

function isOurKind(proof: Doc): boolean {
  return (
    proof.type === 'DataIntegrityProof' &&
    proof.cryptosuite === 'eddsa-rdfc-2022' &&
    proof.proofPurpose === 'assertionMethod' &&
    Object.keys(proof).every((name) => SIGNED_NAMES.includes(name))
  );
}

/** A vocabulary in the document itself could give its words another meaning than they have for other readers. */
function namesContexts(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(namesContexts);
  if (!isDoc(value)) return true;
  return Object.entries(value).every(([name, inner]) =>
    name === '@context'
      ? listOf(inner).every((address) => typeof address === 'string' && isKnown(address))
      : namesContexts(inner),
  );
}

/** A vocabulary gives "Criteria" the same meaning as "criteria", but no reader of JSON does. */
function namesWords(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(namesWords);
  if (!isDoc(value)) return true;
  return Object.entries(value).every(([name, inner]) => !/^[A-Z]/.test(name) && namesWords(inner));
}

/** The key of a method that its controller lets sign credentials. */
function keyIn(controller: Doc, method: string): Bytes | null {
  const may = listOf(controller.assertionMethod).some((one) => idOf(one) === method);
  const found = listOf(controller.verificationMethod).find((one) => isDoc(one) && one.id === method);
  if (!may || !isDoc(found) || found.controller !== controller.id || found.revoked !== undefined) return null;
  const bytes = fromMultibase(found.publicKeyMultibase);
  if (bytes?.length !== 34 || ED25519_MARK.some((byte, at) => bytes[at] !== byte)) return null;
  return bytes.slice(2);
}

/** The hash of a document's canonical form. What has no meaning, or names nothing whole, is refused and not left out. */
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
