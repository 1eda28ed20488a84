import { gzipSync } from 'node:zlib';
import jsonld from 'jsonld/dist/jsonld.esm.min.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, sha256 } from './bytes';
import { loadContext } from './contexts';
import { didAddress, type Verdict, verifyFiles } from './verify';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DID = 'did:web:issuer.example:d:7';
const LIST = 'https://issuer.example/status/1';
const NOW = new Date('2026-11-21T12:00:00Z');
const CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
];

let keys: CryptoKeyPair;
let multikey = '';
let did: object;

beforeAll(async () => {
  keys = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  multikey = multibase([0xed, 0x01, ...new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))]);
  const id = `${DID}#${multikey}`;
  const method = { id, type: 'Multikey', controller: DID, publicKeyMultibase: multikey };
  did = { id: DID, verificationMethod: [method], assertionMethod: [id] };
});

function multibase(bytes: number[]): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; number > 0n; number /= 58n) text = BASE58[Number(number % 58n)] + text;
  return `z${'1'.repeat(bytes.findIndex((byte) => byte !== 0))}${text}`;
}

async function hash(doc: object): Promise<Bytes> {
  const options = { algorithm: 'RDFC-1.0', format: 'application/n-quads', safe: true, base: null } as const;
  return sha256(
    new TextEncoder().encode(await jsonld.canonize(doc, { ...options, documentLoader: loadContext })),
  );
}

async function sign(doc: object): Promise<object> {
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: '2026-11-01T00:00:00Z',
    verificationMethod: `${DID}#${multikey}`,
    proofPurpose: 'assertionMethod',
  };
  const hashes = [
    await hash({ '@context': (doc as { '@context': unknown })['@context'], ...proof }),
    await hash(doc),
  ];
  const signature = await crypto.subtle.sign(
    'Ed25519',
    keys.privateKey,
    new Uint8Array(hashes.flatMap((one) => [...one])),
  );
  return { ...doc, proof: [{ ...proof, proofValue: multibase([...new Uint8Array(signature)]) }] };
}

const credential = (more: object = {}) => ({
  '@context': CONTEXTS,
  id: 'https://issuer.example/1',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: DID, type: ['Profile'], name: 'Guild' },
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: {
    type: ['AchievementSubject'],
    name: 'Ada',
    achievement: {
      id: 'https://issuer.example/a',
      type: ['Achievement'],
      name: 'Weaving',
      description: 'Looms',
      criteria: { narrative: 'Weave' },
    },
  },
  ...more,
});

function listWith(bit: number | null, purpose = 'revocation') {
  const bits = new Uint8Array(16 * 1024);
  if (bit !== null) bits[bit >> 3] = 128 >> (bit & 7);
  return {
    '@context': CONTEXTS.slice(0, 1),
    id: LIST,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: DID,
    validFrom: '2026-01-01T00:00:00Z',
    credentialSubject: {
      id: `${LIST}#list`,
      type: 'BitstringStatusList',
      statusPurpose: purpose,
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
  };
}

const listed = {
  credentialStatus: {
    id: `${LIST}#9`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: '9',
    statusListCredential: LIST,
  },
};

async function verdictOf(...documents: (object | string)[]): Promise<Verdict | undefined> {
  const texts = documents.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const found = await verifyFiles(
    texts.map((text) => new TextEncoder().encode(text)),
    NOW,
  );
  return found[0]?.verdict;
}

describe('a credential checked by files alone', () => {
  it('holds by its issuer’s keys, and is open without them', async () => {
    const signed = await sign(credential());
    expect(await verdictOf(signed, did)).toBe('valid');
    expect(await verdictOf(signed)).toBe('unreachable');
    expect(await verdictOf(signed, { ...did, assertionMethod: [] })).toBe('changed');
  });

  it('does not hold once a letter was changed', async () => {
    const text = JSON.stringify(await sign(credential()));
    const changes: [string, string][] = [
      ['Ada', 'Eve'],
      ['"name":"Ada"', '"name":"Ada","grade":"A"'],
      ['"Guild"', '"Another"'],
      ['2026-01-01', '2025-01-01'],
      [`"id":"${DID}"`, '"id":"did:web:other.example"'],
      ['"criteria"', '"Criteria"'],
      ['"https://issuer.example/a"', '"a"'],
    ];
    for (const [from, to] of changes) {
      expect(text).toContain(from);
      expect(await verdictOf(text.replace(from, to), did), `${from} → ${to}`).toBe('changed');
    }
    const { proof: _, ...unsigned } = (await sign(credential())) as { proof: unknown };
    expect(await verdictOf(unsigned, did)).toBe('changed');
    const own = text.replace('"@context":[', '"@context":[{"grade":"https://schema.org/name"},');
    expect(await verdictOf(own, did)).toBe('unsupported');
  });

  it('holds no longer than its dates say', async () => {
    expect(await verdictOf(await sign(credential({ validUntil: '2026-11-21T12:00:00Z' })), did)).toBe(
      'expired',
    );
    expect(await verdictOf(await sign(credential({ validFrom: '2026-12-01T00:00:00Z' })), did)).toBe(
      'not_yet_valid',
    );
  });

  it('is looked up in the list that its issuer signed, and in no other', async () => {
    const signed = await sign(credential(listed));
    expect(await verdictOf(signed, did)).toBe('unreachable');
    expect(await verdictOf(signed, did, await sign(listWith(null)))).toBe('valid');
    expect(await verdictOf(signed, did, await sign(listWith(9)))).toBe('revoked');
    expect(await verdictOf(signed, did, listWith(null))).toBe('changed');
    expect(await verdictOf(signed, did, await sign(listWith(null, 'suspension')))).toBe('changed');
    const stale = { ...listWith(null), validUntil: '2026-02-01T00:00:00Z' };
    expect(await verdictOf(signed, did, await sign(stale))).toBe('changed');
  });

  it('is none when it is something else', async () => {
    for (const other of ['', 'hello', '[]', '{"hello":"world"}'])
      expect(await verdictOf(other)).toBe('not_a_credential');
  });
});

it('knows where an issuer’s keys lie', () => {
  expect(didAddress(DID)).toBe('https://issuer.example/d/7/did.json');
  expect(didAddress('did:web:issuer.example%3A8443')).toBe(
    'https://issuer.example:8443/.well-known/did.json',
  );
});
