/** How a client reaches its server. */
export interface Settings {
  /** The address of the server, such as https://laurel.example. */
  baseUrl: string;
  /** An API key. */
  key: string;
  /** How often a call is tried; 4 times without. */
  attempts?: number;
  /** The longest wait before another attempt, in milliseconds; a minute without. */
  longestWait?: number;
  /** The language of messages, such as "de". */
  language?: string;
  /** What makes requests in place of the platform's own. */
  fetch?: typeof fetch;
}

/** What one call may be told. */
export interface CallOptions {
  /** A key of your own: the same call with the same key is done once within 24 hours. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** What the server refused, or failed at. Build on `code`: the words follow the language. */
export class LaurelError extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field, where the refusal is about fields. */
  readonly fields: Record<string, string[]>;
  /** Names the request in the server's log. */
  readonly requestId: string;
  /** How long the server asks to wait, in milliseconds; 0 is not at all. */
  readonly retryAfter: number;
  /** The whole answer. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    const told = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    const message = typeof told.errors === 'string' ? told.errors : `The server answered ${response.status}`;
    super(message);
    this.name = 'LaurelError';
    this.status = response.status;
    this.code = typeof told.code === 'string' ? told.code : '';
    this.fields = (typeof told.errors === 'object' ? (told.errors ?? {}) : {}) as Record<string, string[]>;
    this.requestId = response.headers.get('X-Request-Id') ?? '';
    this.retryAfter = retryAfter(response.headers.get('Retry-After'));
    this.body = body;
  }
}

interface Request {
  query?: Record<string, unknown>;
  body?: unknown;
  /** It heeds a key, so that it may be sent again. */
  idempotent?: boolean;
  options?: CallOptions | undefined;
}

/** Makes calls, and makes them again where that may help and does no harm. */
export class Connection {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = { ...settings, baseUrl: settings.baseUrl.replace(/\/+$/, '') };
  }

  protected async answer<T>(method: string, path: string, request: Request): Promise<T> {
    const response = await this.#send(method, path, request);
    return (await response.json()) as T;
  }

  protected async file(method: string, path: string, request: Request): Promise<Blob> {
    return (await this.#send(method, path, request)).blob();
  }

  protected async done(method: string, path: string, request: Request): Promise<void> {
    await (await this.#send(method, path, request)).text();
  }

  protected async *pages<R extends { meta: { next_page: number | null } }, T>(
    ask: (page: number) => Promise<R>,
    items: (reply: R) => T[],
  ): AsyncGenerator<T> {
    for (let next: number | null = 1; next !== null; ) {
      const reply: R = await ask(next);
      yield* items(reply);
      next = reply.meta.next_page;
    }
  }

  protected async *cursors<R extends { meta: { next_cursor: string } }, T>(
    ask: (cursor: string | undefined) => Promise<R>,
    items: (reply: R) => T[],
  ): AsyncGenerator<T> {
    let cursor: string | undefined;
    do {
      const reply: R = await ask(cursor);
      yield* items(reply);
      cursor = reply.meta.next_cursor || undefined;
    } while (cursor !== undefined);
  }

  async #send(method: string, path: string, request: Request): Promise<Response> {
    const key = request.options?.idempotencyKey ?? crypto.randomUUID();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(method, path, request, key);
      } catch (error) {
        const wait = this.#again(error, attempt, request.idempotent === true || method !== 'POST');
        if (wait === null || request.options?.signal?.aborted) throw error;
        await pause(wait, request.options?.signal);
      }
    }
  }

  async #once(method: string, path: string, request: Request, key: string): Promise<Response> {
    const url = new URL(this.#settings.baseUrl + path);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#settings.key}` };
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    if (request.idempotent) headers['Idempotency-Key'] = key;
    if (this.#settings.language) headers['Accept-Language'] = this.#settings.language;
    const init: RequestInit = { method, headers };
    if (request.body !== undefined) init.body = JSON.stringify(request.body);
    if (request.options?.signal) init.signal = request.options.signal;
    const response = await (this.#settings.fetch ?? fetch)(url, init);
    if (response.ok) return response;
    const text = await response.text();
    throw new LaurelError(response, parsed(text));
  }

  /**
   * How long to wait before another attempt, or null when there is to be none. What was too many was not done; what may be done
   * twice may be sent again when the server or the way to it failed.
   */
  #again(error: unknown, attempt: number, repeatable: boolean): number | null {
    if (attempt >= (this.#settings.attempts ?? 4)) return null;
    const longest = this.#settings.longestWait ?? 60_000;
    const usual = 250 * 2 ** attempt;
    if (!(error instanceof LaurelError)) return repeatable ? Math.min(usual, longest) : null;
    const down = error.status === 502 || error.status === 503 || error.status === 504;
    if (error.status !== 429 && !(down && repeatable)) return null;
    const wait = error.retryAfter || usual;
    return wait <= longest ? wait : null;
  }
}

/** Puts values into a path. */
export function place(parts: TemplateStringsArray, ...values: Array<string | number>): string {
  return parts.reduce((path, part, i) => path + encodeURIComponent(String(values[i - 1])) + part);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads how long the server asks to wait, in seconds or until a time. */
function retryAfter(told: string | null): number {
  if (!told) return 0;
  const seconds = Number(told);
  if (Number.isFinite(seconds)) return seconds * 1000;
  return Math.max(Date.parse(told) - Date.now(), 0) || 0;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
