import { QueryClient } from '@tanstack/react-query';
import { ApiError, NO_ANSWER } from '../api/errors';

const RETRIES = 2;

/** Server data is fresh for half a minute. Error responses are answers and are not retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < RETRIES && mayPass(error),
    },
  },
});

function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === NO_ANSWER || error.status >= 502);
}
