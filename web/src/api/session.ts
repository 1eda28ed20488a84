import { create } from 'zustand';
import { api, call } from './client';
import { authorization, forgetCredentials, keepDepartment } from './credentials';
import { ApiError, NO_ANSWER } from './errors';
import type { components } from './schema.v1.gen';

export type Session = components['schemas']['Session'];
export type Department = components['schemas']['Department'];

interface SessionState {
  /** `unknown` until whoami has responded, and `unreachable` if it could not. */
  status: 'unknown' | 'signedIn' | 'signedOut' | 'unreachable';
  session: Session | null;
}

/** Who is signed in, and to which department. */
export const useSession = create<SessionState>()(() => nobody('unknown'));

function nobody(status: SessionState['status']): SessionState {
  return { status, session: null };
}

/** Asks the server for the session. A rejected authorization is dropped; a failed connection changes nothing. */
export async function loadSession(): Promise<void> {
  if (!authorization()) {
    useSession.setState(nobody('signedOut'));
    return;
  }
  try {
    enter(await call(api.POST('/issuer_login/whoami'), { quiet: [401, 403] }));
  } catch (error) {
    if (
      error instanceof ApiError &&
      (error.status === NO_ANSWER || error.status >= 500 || error.status === 429)
    ) {
      useSession.setState(nobody('unreachable'));
      return;
    }
    endSession();
    throw error;
  }
}

/** Waits for a response that contains a session (sign-in, claim, account creation) and starts it. */
export async function enterWith(answer: Parameters<typeof call<Session>>[0]): Promise<Session> {
  const data = await call(answer, { quiet: [401, 403, 429] });
  enter(data);
  return data;
}

/** Starts a session that the server sent after a sign-in or a change of account or department. */
export function enter(session: Session): void {
  if (session.department) keepDepartment(session.department.id);
  useSession.setState({ status: 'signedIn', session });
}

/** Selects another department. */
export async function selectDepartment(id: number): Promise<void> {
  const session = await call(api.POST('/issuer_login/select_department', { body: { department_id: id } }));
  keepDepartment(id); // also when it asks for a second factor first
  enter(session);
}

/** Signs out on the server, and in this browser even when the server is unreachable. */
export async function signOut(): Promise<void> {
  await call(api.DELETE('/issuer_login/sign_out'), { quiet: [401, 403, 429] }).catch(() => undefined);
  endSession();
}

/** Forgets the session in this browser. */
export function endSession(): void {
  forgetCredentials();
  useSession.setState(nobody('signedOut'));
}

/** Whether the role in the current department has the permission. */
export function usePermission(name: string): boolean {
  return useSession((state) => state.session?.permissions.includes(name) ?? false);
}

/** The current department. Screens behind the department guard always have one. */
export function useDepartment(): Department {
  const department = useSession((state) => state.session?.department);
  if (!department) throw new Error('a screen that needs a department was shown without one');
  return department;
}
