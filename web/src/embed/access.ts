import type { Middleware } from 'openapi-fetch';
import { api, callWithResponse } from '../api/client';
import { ApiError } from '../api/errors';
import type { components } from '../api/schema.v1.gen';

export type Opened = components['schemas']['EmbedOpened'];

type Asked = { code: string; department_id?: number; design_id?: number; parent_origin?: string };

/** How long before it expires a token is renewed, which leaves the host time to fetch another code. */
const EARLY_MS = 3 * 60_000;
const RETRY_MS = 10_000;
/** The calls made before there is a token. No other authorization in this browser may be sent with them. */
const OPENING = new Set(['/embed/exchange', '/embed/refresh']);
/** The server's message is shown here, as nobody was signed in. */
const QUIET = { quiet: [401, 403, 429] };

/** The authorization of this design maker. It is kept in memory and ends with the page. */
export class Access {
  #bearer = '';
  #refresh = '';
  #endsAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renewing: Promise<void> | undefined;
  readonly #onEnding: (endsAt: Date) => void;

  /** `onEnding` is called when the access can no longer be renewed. */
  constructor(onEnding: (endsAt: Date) => void) {
    this.#onEnding = onEnding;
    api.use(this.#middleware());
  }

  /** Exchanges a code, or the authorization from the URL. */
  async exchange(asked: Asked): Promise<Opened> {
    return this.#keep(await callWithResponse(api.POST('/embed/exchange', { body: asked }), QUIET));
  }

  /** Forgets the authorization when the design maker has ended. */
  end(): void {
    clearTimeout(this.#timer);
    this.#bearer = '';
    this.#refresh = '';
  }

  #keep({ data, response }: { data: Opened; response: Response }): Opened {
    this.#bearer = response.headers.get('authorization') ?? '';
    this.#refresh = data.refresh_token;
    // The clock of this machine may be wrong, but durations are reliable.
    const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
    const lasts = Date.parse(data.expires_at) - now;
    this.#endsAt = Date.now() + lasts;
    this.#later(Math.max(lasts - EARLY_MS, 0));
    return data;
  }

  #later(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#renew(), wait);
  }

  /** Renews once at a time, because a refresh token that is used twice counts as stolen. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #ask(): Promise<void> {
    if (this.#refresh === '') return;
    try {
      const body = { refresh_token: this.#refresh };
      this.#keep(await callWithResponse(api.POST('/embed/refresh', { body }), QUIET));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        this.#refresh = '';
        this.#onEnding(new Date(this.#endsAt));
      } else this.#later(RETRY_MS);
    }
  }

  /** Returns a valid token. After the machine slept, it is renewed first. */
  async #fresh(): Promise<string> {
    if (Date.now() >= this.#endsAt && this.#refresh !== '') await this.#renew();
    return this.#bearer;
  }

  #middleware(): Middleware {
    return {
      onRequest: async ({ request, schemaPath }) => {
        request.headers.delete('department-id');
        request.headers.delete('authorization');
        if (OPENING.has(schemaPath)) return request;
        const bearer = await this.#fresh();
        if (bearer !== '') request.headers.set('authorization', `Bearer ${bearer}`);
        return request;
      },
    };
  }
}
