import createClient from 'openapi-fetch';
import { envelope, patiently } from './client';
import type { paths } from './schema.v2.gen';

/** The typed client of version 2 of the API. Wrap each call in `call`, as those of version 1. */
export const v2 = createClient<paths>({ baseUrl: `${window.location.origin}/v2`, fetch: patiently });
v2.use(envelope);
