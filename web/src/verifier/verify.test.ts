import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import jsonld from 'jsonld/dist/jsonld.esm.min.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, sha256 } from './bytes';
import { loadContext } from './contexts';
import { didAddress, listKept, type Verdict, verifyFiles } from './verify';

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

function chunk(keyword: string, text: string): Buffer {
  return pngChunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`));
}

function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

const picture = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, pngChunk('IEND', Buffer.alloc(0))]);

const pdf = (body: Buffer, filter = '', kind = '/Type /EmbeddedFile '): Buffer =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<<${kind}${filter}/Length ${body.length}>>\nstream\n`),
    body,
    Buffer.from('\nendstream\nendobj\n'),
  ]);

describe('a credential checked by files alone', () => {
  it('holds by its issuer’s keys, and is open without them', async () => {
    const signed = await sign(credential());
    expect(await verdictOf(signed, did)).toBe('valid');
    expect(await verdictOf(signed)).toBe('unreachable');
    expect(await verdictOf(signed, { ...did, assertionMethod: [] })).toBe('changed');
  });

  it('says when the key of a copy was revoked, and accepts a retired one', async () => {
    const signed = await sign(credential());
    const [method] = (did as { verificationMethod: object[] }).verificationMethod;
    const told = (more: object) => ({ ...did, verificationMethod: [{ ...method, ...more }] });
    expect(await verdictOf(signed, told({ retired: '2026-02-01T00:00:00Z' }))).toBe('valid');
    const revoked = told({ revoked: '2026-02-01T00:00:00Z' });
    expect(await verdictOf(signed, revoked)).toBe('key_revoked');
    expect(await verdictOf(signed, { ...revoked, assertionMethod: [] })).toBe('key_revoked');
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
    expect(await verdictOf(own, did)).toBe('changed');
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

  it('is refused when readers could take it for different things', async () => {
    const text = JSON.stringify(await sign(credential()));
    for (const twice of [
      text.replace('"name":"Ada"', '"name":"Eve","name":"Ada"'),
      text.replace('"name":"Ada"', '"name":"Ada","n\\u0061me":"Ada"'),
      `${text}{}`,
    ]) {
      expect(await verdictOf(twice, did)).toBe('not_a_credential');
    }
    const swapped = await sign(credential({ '@context': [CONTEXTS[1], CONTEXTS[0], CONTEXTS[2]] }));
    expect(await verdictOf(swapped, did)).toBe('changed');
    const purpose = text.replace('"assertionMethod"', '"authentication"');
    expect(await verdictOf(purpose, did)).toBe('changed');
  });

  it('is found in a picture, a PDF and a token, and two different ones in one file are refused', async () => {
    const text = JSON.stringify(await sign(credential()));
    const other = JSON.stringify(await sign(credential({ id: 'https://issuer.example/2' })));
    const assertion = JSON.stringify({ type: 'Assertion', id: 'https://issuer.example/assertions/1' });
    for (const [file, verdict] of [
      [picture(chunk('openbadgecredential', text)), 'valid'],
      [picture(chunk('openbadgecredential', text), chunk('openbadges', assertion)), 'valid'],
      [
        picture(chunk('openbadgecredential', text), chunk('openbadges', assertion.replace('/1', '/2'))),
        'changed',
      ],
      [picture(chunk('openbadges', assertion)), 'unsupported'],
      [picture(), 'not_a_credential'],
      [pdf(Buffer.from(text)), 'valid'],
      [pdf(deflateSync(text), '/Filter /FlateDecode '), 'valid'],
      [pdf(Buffer.from(text), '', '/Type /X '), 'valid'],
      [Buffer.concat([pdf(Buffer.from(text)), pdf(Buffer.from(other))]), 'changed'],
      [pdf(Buffer.from('hello')), 'not_a_credential'],
    ] as [Buffer, Verdict][]) {
      const files = [new Uint8Array(file), new TextEncoder().encode(JSON.stringify(did))];
      expect((await verifyFiles(files, NOW))[0]?.verdict, file.toString('latin1').slice(0, 400)).toBe(
        verdict,
      );
    }
  });

  it('holds as a token by the key that the issuer publishes for it, and only as long as its claims agree', async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    const id = `${DID}#rsa-1`;
    const method = { id, type: 'JsonWebKey', controller: DID, publicKeyJwk: await exportJWK(pair.publicKey) };
    const keys = { id: DID, verificationMethod: [method], assertionMethod: [id] };
    const token = (payload: object, alg = 'RS256') =>
      new SignJWT({ ...payload }).setProtectedHeader({ alg, kid: id, typ: 'JWT' }).sign(pair.privateKey);
    const payload = {
      ...credential(),
      iss: DID,
      jti: 'https://issuer.example/1',
      nbf: Date.UTC(2026, 0, 1) / 1000,
    };
    const good = await token(payload);
    expect(await verdictOf(good, keys)).toBe('valid');
    expect(await verdictOf(good, { ...keys, assertionMethod: [] })).toBe('changed');
    expect(await verdictOf(good, did)).toBe('changed');
    expect(await verdictOf(good)).toBe('unreachable');
    expect(await verdictOf(await token({ ...payload, jti: 'https://issuer.example/2' }), keys)).toBe(
      'changed',
    );
    const expired = { ...keys, verificationMethod: [{ ...method, expires: '2025-01-01T00:00:00Z' }] };
    expect(await verdictOf(good, expired)).toBe('changed');
    const [head, , end] = good.split('.');
    const body = Buffer.from(JSON.stringify({ ...payload, name: 'Other' })).toString('base64url');
    expect(await verdictOf(`${head}.${body}.${end}`, keys)).toBe('changed');
  });

  it('tells when the lists at hand were signed', async () => {
    const files = [did, await sign(listWith(null))].map((one) =>
      new TextEncoder().encode(JSON.stringify(one)),
    );
    expect(await listKept(files)).toEqual({ keys: [DID], lists: [[LIST, '2026-11-01T00:00:00Z']] });
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
