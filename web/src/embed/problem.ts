import { ApiError } from '../api/errors';

/** The status if there was no response. */
const UNREACHABLE = 503;

/** Why something failed, for hosts and for people. */
export type Problem = { status: number; code: string; lines: readonly string[] };

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { status: 500, code: 'unexpected', lines: [] };
  const { status, code, lines } = error;
  // The authorization has ended. The server's message would say that the person was signed out.
  if (code === 'not_signed_in') return { status, code: 'embed.over', lines: [] };
  return { status: status || UNREACHABLE, code: code ?? 'unreachable', lines };
}

/** An error of the design maker itself, in the form of a server error. */
export const refusal = (status: number, code: string) => new ApiError(status, { code });
