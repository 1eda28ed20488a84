import i18next from 'i18next';
import createClient, { type Middleware } from 'openapi-fetch';
import { authorization, departmentId, keepAuthorization, recipientSecret } from './credentials';
import { ApiError, NO_ANSWER, noteFailedRequest } from './errors';
import { askProof } from './proof';
import type { components, paths } from './schema.v1.gen';
import { testsShown } from './testMode';

/** Calls about credentials. On a page about test credentials they are made in test mode. */
const ABOUT_CREDENTIALS = /^\/v1\/(credentials|actions|publications|exports)(\/|$)/;

/** Adds the credentials, department, language, and the referrer host that every body contains. */
export const envelope: Middleware = {
  async onRequest({ request }) {
    const token = authorization();
    const department = departmentId();
    request.headers.set('accept-language', document.documentElement.lang);
    if (token) request.headers.set('authorization', token);
    if (department) request.headers.set('department-id', department);
    if (testsShown() && ABOUT_CREDENTIALS.test(new URL(request.url).pathname))
      request.headers.set('test-mode', 'true');
    const recipient = recipientSecret();
    if (recipient) request.headers.set('recipient-authorization', `Bearer ${recipient}`);
    if (request.method === 'GET' || request.method === 'DELETE') return request;
    if (request.headers.get('content-type')?.startsWith('multipart/form-data')) return request;
    const body = await request.clone().text();
    const headers = new Headers(request.headers);
    headers.set('content-type', 'application/json');
    return new Request(request, {
      headers,
      body: JSON.stringify({ ...(body ? JSON.parse(body) : {}), referrer_host: window.location.host }),
    });
  },
};

/** The typed client. Wrap each call in `call`, which turns error responses into ApiError. */
export const api = createClient<paths>({
  baseUrl: `${window.location.origin}/v1`,
  // fetch is looked up at each call, so that tests can replace it.
  fetch: patiently,
});
api.use(envelope);

/** How long to wait for a response. The server gives up after 90 seconds; longer work is a job. */
export const PATIENCE_MS = 100_000;

/** The code of a refusal that a proof of who the person is lifts. */
const UNPROVED = 'proof.required';

/**
 * A fetch that fails when no response arrives, as after a silent loss of the network. A call that needs a recent proof of who the
 * person is asks for it and is repeated.
 */
export async function patiently(request: Request): Promise<Response> {
  const body = request.body ? await request.arrayBuffer() : undefined;
  const answer = await once(body ? new Request(request, { body }) : request);
  if (answer.status === 403 && (await codeOf(answer)) === UNPROVED && (await askProof())) {
    const headers = new Headers(request.headers);
    headers.set('authorization', authorization() ?? '');
    return once(new Request(request, body ? { headers, body } : { headers }));
  }
  if (answer.status !== 401 || request.method !== 'GET') return answer;
  await rotation;
  const token = authorization();
  const used = request.headers.get('authorization');
  // The design maker sends a token of its own, which the user's session must not replace.
  if (!token || token === used || used?.startsWith('Bearer ')) return answer;
  const headers = new Headers(request.headers);
  headers.set('authorization', token);
  return once(new Request(request, { headers }));
}

let rotation: Promise<unknown> = Promise.resolve();

/**
 * Marks a call that gives the session a new token. Calls rejected meanwhile because of the former token are repeated after it.
 */
export function rotates<T>(answer: Promise<T>): Promise<T> {
  rotation = answer.catch(() => undefined);
  return answer;
}

async function codeOf(answer: Response): Promise<string | undefined> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return new ApiError(answer.status, body).code;
}

async function once(request: Request): Promise<Response> {
  const patience = new AbortController();
  const stop = () => patience.abort(request.signal.reason);
  const timer = setTimeout(() => patience.abort(new DOMException('no answer', 'TimeoutError')), PATIENCE_MS);
  if (request.signal.aborted) stop();
  request.signal.addEventListener('abort', stop, { once: true });
  try {
    return await globalThis.fetch(request, { signal: patience.signal });
  } finally {
    clearTimeout(timer);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

type RefusalListener = (error: ApiError) => void;
let announceRefusal: RefusalListener = () => undefined;

/** Registers the handler of errors that no screen shows: signed out, denied, rate limited. */
export function onRefusal(listener: RefusalListener): void {
  announceRefusal = listener;
}

/**
 * Awaits an answer and returns its data, or throws ApiError.
 * 401, 403 and 429 are also announced to the whole page, except those the caller shows itself (`quiet`).
 */
export async function call<T>(
  answer: Promise<Answer<T>>,
  options: { quiet?: readonly number[] } = {},
): Promise<T> {
  const { data, response } = await callWithResponse(answer, options);
  const token = response.headers.get('authorization');
  if (token) keepAuthorization(token);
  return data;
}

/** Like call, but also returns the response headers, and does not store the authorization among them as the user's session. */
export async function callWithResponse<T>(
  answer: Promise<Answer<T>>,
  options: { quiet?: readonly number[] } = {},
): Promise<{ data: T; response: Response }> {
  const { data, error, response } = await answer.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    // Screens that show the server's message show this one in its place.
    throw new ApiError(NO_ANSWER, { errors: i18next.t('problem.noAnswer') });
  });
  if (response.ok) return { data: data as T, response };
  const refusal = new ApiError(response.status, error, retryAfter(response));
  if (refusal.status >= 500) noteFailedRequest(response.headers.get('x-request-id'));
  if (refusal.code === UNPROVED) throw refusal; // the person was asked and declined
  if ([401, 403, 429].includes(refusal.status) && !options.quiet?.includes(refusal.status)) {
    announceRefusal(refusal);
  }
  throw refusal;
}

/** What a call answers instead, if a second person has to approve it first. */
type Awaiting = { approval: components['schemas']['Approval'] };

/** The error of a call that was not made, because a second person has to approve it first. They were asked to. */
export class ApprovalAsked extends ApiError {}

let announceApproval: (uuid: string) => void = () => undefined;

/** Registers what tells the user that an approval was asked for. */
export function onApprovalAsked(listener: (uuid: string) => void): void {
  announceApproval = listener;
}

/** Like call, for what may need an approval. Then it tells so, and throws ApprovalAsked. */
export async function callOrAsk<T>(answer: Promise<Answer<T>>): Promise<Exclude<T, Awaiting>> {
  const { data, response } = await callWithResponse(answer);
  if (response.status !== ACCEPTED) return data as Exclude<T, Awaiting>;
  announceApproval((data as Awaiting).approval.uuid);
  throw new ApprovalAsked(ACCEPTED, { errors: i18next.t('approvals.askedBody') });
}

const ACCEPTED = 202;

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? seconds : undefined;
}
