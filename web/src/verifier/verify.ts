import { type Bytes, fromBase64Url, unpack } from './bytes';
import type { Fault } from './carried';
import { textIn } from './containers';
import { type Doc, idOf, isDoc, listOf, parseObject, textOf } from './json';
import { methodOf, type Proven, prove, type Signed } from './proof';
import { looksLikeToken, parseToken } from './token';

export type Verdict =
  | 'valid'
  | 'changed'
  | 'key_revoked'
  | 'revoked'
  | 'suspended'
  | 'expired'
  | 'not_yet_valid'
  | 'unreachable'
  | 'unsupported'
  | 'not_a_credential';

export type StepCode =
  | Fault
  | 'incomplete'
  | 'context_wrong'
  | 'claims_differ'
  | 'key_retired'
  | 'unsigned'
  | 'key_unreachable'
  | 'key_unknown'
  | 'key_revoked'
  | 'signature_good'
  | 'signature_wrong'
  | 'signature_unsupported'
  | 'not_covered'
  | 'signer_not_issuer'
  | 'status_good'
  | 'status_none'
  | 'status_withdrawn'
  | 'status_suspended'
  | 'status_unreachable'
  | 'status_wrong'
  | 'status_unsupported'
  | 'in_time'
  | 'expired'
  | 'not_yet_valid';

export interface Step {
  code: StepCode;
  params: Record<string, string>;
  /** The missing document, or the key that signed. */
  address?: string;
  /** When the list that the step used was signed. */
  asOf?: string;
}

export interface Found {
  verdict: Verdict;
  credential: Doc | null;
  steps: Step[];
}

/** The verdict of each step. The first one in this order counts. */
const VERDICTS: readonly (readonly [Verdict, readonly StepCode[]])[] = [
  [
    'changed',
    [
      'damaged',
      'several',
      'unsigned',
      'context_wrong',
      'claims_differ',
      'key_unknown',
      'key_retired',
      'signature_wrong',
      'not_covered',
      'signer_not_issuer',
      'status_wrong',
    ],
  ],
  ['key_revoked', ['key_revoked']],
  ['revoked', ['status_withdrawn']],
  ['suspended', ['status_suspended']],
  ['unsupported', ['kind_unsupported', 'signature_unsupported', 'status_unsupported']],
  ['unreachable', ['key_unreachable', 'status_unreachable']],
  ['not_a_credential', ['malformed', 'incomplete', 'no_credential', 'pdf_without']],
  ['expired', ['expired']],
  ['not_yet_valid', ['not_yet_valid']],
];

const LEEWAY = 5 * 60_000;
const LIST_BYTES = { least: 16 * 1024, most: 4 * 1024 * 1024 };
const FAULTS: Record<Extract<Proven, { good: false }>['why'], StepCode> = {
  unsigned: 'unsigned',
  unsupported: 'signature_unsupported',
  context: 'context_wrong',
  claims: 'claims_differ',
  key_retired: 'key_retired',
  not_covered: 'not_covered',
  wrong: 'signature_wrong',
  key_missing: 'key_unreachable',
  key_unknown: 'key_unknown',
  key_revoked: 'key_revoked',
  other_signer: 'signer_not_issuer',
};

/** Files of any kind, classified by their content. */
interface Sorted {
  credentials: Signed[];
  controllers: Doc[];
  lists: Signed[];
  faults: StepCode[];
}

/** Verifies the credentials among some files with the keys and lists among them, without a network. */
export async function verifyFiles(files: readonly Bytes[], now = new Date()): Promise<Found[]> {
  const sorted = await sort(files);
  const damaged = sorted.faults.map((code): Found => concluded(null, [{ code, params: {} }]));
  return [...damaged, ...(await Promise.all(sorted.credentials.map((one) => verifyOne(one, sorted, now))))];
}

/** The keys and lists among some files, with the time at which each list was signed. */
export async function listKept(
  files: readonly Bytes[],
): Promise<{ keys: string[]; lists: [string, string][] }> {
  const { controllers, lists } = await sort(files);
  return {
    keys: controllers.map(({ id }) => textOf(id)),
    lists: lists.map(({ doc }) => [textOf(doc.id), signedAt(doc)]),
  };
}

async function sort(files: readonly Bytes[]): Promise<Sorted> {
  const sorted: Sorted = { credentials: [], controllers: [], lists: [], faults: [] };
  for (const file of files) {
    const found = await textIn(file);
    if ('fault' in found) sorted.faults.push(found.fault);
    else place(found.text, sorted);
  }
  return sorted;
}

function place(text: string, sorted: Sorted): void {
  const token = looksLikeToken(text) ? parseToken(text) : null;
  if (typeof token === 'string') {
    sorted.faults.push(token === 'malformed' ? 'malformed' : 'signature_unsupported');
    return;
  }
  const doc = token ? token.payload : parseObject(text);
  const types = listOf(doc?.type);
  if (!doc) sorted.faults.push('malformed');
  else if (types.includes('BitstringStatusListCredential')) sorted.lists.push({ doc, token });
  else if (types.includes('OpenBadgeCredential') || types.includes('AchievementCredential'))
    sorted.credentials.push({ doc, token });
  else if (doc.verificationMethod) sorted.controllers.push(doc);
  else if (types.includes('Assertion') || types.includes('VerifiableCredential'))
    sorted.faults.push('kind_unsupported');
  else sorted.faults.push('malformed');
}

async function verifyOne(signed: Signed, sorted: Sorted, now: Date): Promise<Found> {
  const { doc } = signed;
  const steps: Step[] = [];
  const proven = await prove(signed, sorted.controllers);
  if (!proven.good) {
    const wanted = proven.why === 'key_missing' ? didAddress(idOf(doc.issuer)) : undefined;
    const method = methodOf(signed);
    const params = {
      signer: method,
      issuer: idOf(doc.issuer),
      key: method,
      claim: proven.claim ?? '',
      date: revokedOn(method, sorted.controllers),
    };
    return concluded(doc, [{ code: FAULTS[proven.why], params, address: wanted }]);
  }
  steps.push({ code: 'signature_good', params: {}, address: proven.key });
  const entries = listOf(doc.credentialStatus);
  if (entries.length === 0) steps.push({ code: 'status_none', params: {} });
  for (const entry of entries) steps.push(await statusOf(isDoc(entry) ? entry : {}, doc, sorted, now));
  steps.push(timeOf(doc, now));
  return concluded(doc, steps);
}

function concluded(credential: Doc | null, steps: Step[]): Found {
  const led = VERDICTS.find(([, codes]) => steps.some(({ code }) => codes.includes(code)));
  return { verdict: led?.[0] ?? 'valid', credential, steps };
}

async function statusOf(entry: Doc, doc: Doc, { lists, controllers }: Sorted, now: Date): Promise<Step> {
  const step = (code: StepCode, more: Partial<Step> = {}): Step => ({ code, params: {}, ...more });
  const { type, statusPurpose: purpose } = entry;
  const address = textOf(entry.statusListCredential);
  if (type !== 'BitstringStatusListEntry' || (purpose !== 'revocation' && purpose !== 'suspension')) {
    return step('status_unsupported', { params: { type: textOf(type) } });
  }
  const signed = lists.find(({ doc: { id } }) => id === address);
  if (!signed) return step('status_unreachable', { address });
  const list = signed.doc;
  const asOf = signedAt(list);
  const subject = isDoc(list.credentialSubject) ? list.credentialSubject : {};
  const own = idOf(list.issuer) === idOf(doc.issuer) && subject.statusPurpose === purpose;
  if (!own || timeOf(list, now).code !== 'in_time' || !(await prove(signed, controllers)).good) {
    return step('status_wrong', { address });
  }
  const set = await bitOf(textOf(subject.encodedList), textOf(entry.statusListIndex));
  if (set === null) return step('status_wrong', { address });
  if (!set) return step('status_good', { address, asOf });
  return step(purpose === 'revocation' ? 'status_withdrawn' : 'status_suspended', { address, asOf });
}

/** A bit of a compressed list, starting with the most significant one, or null if there is none. */
async function bitOf(encoded: string, index: string): Promise<boolean | null> {
  const packed = encoded.startsWith('u') ? fromBase64Url(encoded.slice(1)) : null;
  const bits = packed && (await unpack(packed, 'gzip', LIST_BYTES.most));
  if (!bits || bits.length < LIST_BYTES.least || !/^\d{1,9}$/.test(index)) return null;
  const at = Number(index);
  const byte = bits[at >> 3];
  return byte === undefined ? null : (byte & (128 >> (at & 7))) !== 0;
}

function timeOf(doc: Doc, now: Date): Step {
  const from = Date.parse(textOf(doc.validFrom));
  const until = doc.validUntil === undefined ? Number.POSITIVE_INFINITY : Date.parse(textOf(doc.validUntil));
  if (Number.isNaN(from) || Number.isNaN(until))
    return { code: 'incomplete', params: { missing: 'validFrom' } };
  if (from > now.getTime() + LEEWAY)
    return { code: 'not_yet_valid', params: { from: textOf(doc.validFrom) } };
  if (until <= now.getTime()) return { code: 'expired', params: { until: textOf(doc.validUntil) } };
  return { code: 'in_time', params: {} };
}

/** The date on which a key was reported as compromised, or ''. */
function revokedOn(method: string, controllers: readonly Doc[]): string {
  const [holder] = method.split('#');
  const methods = listOf(controllers.find(({ id }) => id === holder)?.verificationMethod);
  const key = methods.find((one): one is Doc => isDoc(one) && one.id === method);
  return textOf(key?.revoked).slice(0, 10);
}

/** When a document was signed, or else its valid-from date. */
function signedAt(doc: Doc): string {
  const [proof] = listOf(doc.proof);
  return (isDoc(proof) && textOf(proof.created)) || textOf(doc.validFrom);
}

/** The URL at which the issuer publishes its keys, so that people can download the file. */
export function didAddress(issuer: string): string {
  const [, method, ...parts] = issuer.split(':');
  if (method !== 'web') return issuer;
  const [host = '', ...path] = parts.map(decodeURIComponent);
  return `https://${[host, ...(path.length > 0 ? path : ['.well-known'])].join('/')}/did.json`;
}
