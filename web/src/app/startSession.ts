import { onCredentialsChangedElsewhere } from '../api/credentials';
import { ApiError } from '../api/errors';
import { loadSession, useSession } from '../api/session';
import { queryClient } from './queryClient';
import { tellSignedOut } from './refusals';
import type { AppRouter } from './router';

/** Loads the session and keeps this tab in sync with others. */
export function startSession(router: AppRouter): void {
  const load = () =>
    loadSession().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) void tellSignedOut(router);
    });
  void load();
  onCredentialsChangedElsewhere(() => void load());

  // Data of one department must never appear in another.
  useSession.subscribe((state, before) => {
    // Before the session is known, no data belongs to anybody, and clearing it would lose requests in flight.
    if (before.status === 'unknown') return;
    if (state.session?.department?.id !== before.session?.department?.id) queryClient.clear();
  });
}
