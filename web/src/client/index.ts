import { Calls } from './calls.gen.ts';
import type { CallOptions } from './connection.ts';
import type { CredentialSearchV2Body, FlatCredential } from './types.gen.ts';

export { type CallOptions, LaurelError, type Settings } from './connection.ts';
export type * from './types.gen.ts';

/**
 * A client of a Laurel server: `new Laurel({ baseUrl, key })` has a method for each call that an API key may make. It needs
 * nothing but `fetch`.
 */
export class Laurel extends Calls {
  /** Everything that credentialSearchV2 finds, page after page. */
  async *credentialSearchV2All(
    body: CredentialSearchV2Body = {},
    options?: CallOptions,
  ): AsyncGenerator<FlatCredential> {
    let page = body.page ?? {};
    for (;;) {
      const { credentials, meta } = await this.credentialSearchV2({ ...body, page }, options);
      yield* credentials;
      if (meta.cursor === null) return;
      page = { cursor: meta.cursor };
      if (body.page?.size) page.size = body.page.size;
    }
  }
}
