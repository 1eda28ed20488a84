import { recipientSecret } from '../../api/credentials';
import { ApiError } from '../../api/errors';

/** Whether there is a session to ask the server with. */
export const hasSession = (): boolean => Boolean(recipientSecret());

/** Whether a page has nobody's data to show: there is no session, or the server refused it. */
export const signedOut = (error: unknown): boolean =>
  !hasSession() || (error instanceof ApiError && (error.status === 401 || error.status === 403));
