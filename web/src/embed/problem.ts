import { ApiError } from '../api/errors';

/** What stands for a status where no answer came. */
const UNREACHABLE = 503;

/** Why something did not happen, for hosts and for people. */
export type Problem = { status: number; code: string; lines: readonly string[] };

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { status: 500, code: 'unexpected', lines: [] };
  const { status, code, lines } = error;
  // What opened the maker has ended; nobody here was signed in, as the server's words have it.
  if (code === 'not_signed_in') return { status, code: 'embed.over', lines: [] };
  return { status: status || UNREACHABLE, code: code ?? 'unreachable', lines };
}

/** A refusal of the maker itself, in the form of the server's. */
export const refusal = (status: number, code: string) => new ApiError(status, { code });
