import { queryOptions } from '@tanstack/react-query';
import { api, call, rotates } from '../../api/client';
import { SESSIONS } from '../../api/queries/keys';
import type { components, operations } from '../../api/schema.v1.gen';
import { enter } from '../../api/session';

export type SignedIn = components['schemas']['SignedIn'];
type AccountChange =
  operations['accountUpdate']['requestBody']['content']['application/json']['login_issuer_params'];

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: SESSIONS,
  queryFn: async () => (await call(api.GET('/issuer_login/sessions'))).sessions,
});

/** Changes the name, language or password, and replaces the session with the one in the response. */
export async function updateAccount(change: AccountChange): Promise<void> {
  const answer = call(api.POST('/issuer_login/update', { body: { login_issuer_params: change } }), {
    quiet: [401],
  });
  enter(await (change.password ? rotates(answer) : answer));
}

export const revokeOtherSessions = () => call(api.DELETE('/issuer_login/sessions'));

export const revokeSession = (id: number) =>
  call(api.DELETE('/issuer_login/sessions/{id}', { params: { path: { id } } }));
