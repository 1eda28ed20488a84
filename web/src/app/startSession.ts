import { onCredentialsChangedElsewhere } from '../api/credentials';
import { ApiError } from '../api/errors';
import { loadSession, useSession } from '../api/session';
import { queryClient } from './queryClient';
import { tellSignedOut } from './refusals';
import type { AppRouter } from './router';

/** Finds out who is signed in, and keeps this tab in step with the others. */
export function startSession(router: AppRouter): void {
  const load = () =>
    loadSession().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) void tellSignedOut(router);
    });
  void load();
  onCredentialsChangedElsewhere(() => void load());

  // One department's data must never show under another's name.
  useSession.subscribe((state, before) => {
    // Before it is known who asks there is nothing of anybody, and what is asked for meanwhile would never arrive.
    if (before.status === 'unknown') return;
    if (state.session?.department?.id !== before.session?.department?.id) queryClient.clear();
  });
}
