import { ApiError } from './errors';

interface Polled {
  state: { error: Error | null };
}

/** A refetchInterval that ends once the server refuses, as for someone who was removed from the department. */
export const untilRefused =
  (everyMs: number) =>
  ({ state }: Polled): number | false =>
    state.error instanceof ApiError && [401, 403, 404].includes(state.error.status) ? false : everyMs;
