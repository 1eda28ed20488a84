import { ApiError } from './errors';

interface Polled {
  state: { error: Error | null };
}

/** A refetchInterval that stops when the server rejects the request, for example after the person left the department. */
export const untilRefused =
  (everyMs: number) =>
  ({ state }: Polled): number | false =>
    state.error instanceof ApiError && [401, 403, 404].includes(state.error.status) ? false : everyMs;
