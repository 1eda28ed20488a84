import { ENVELOPE, FROM_HOST, type HostPayload, type HostType } from './messages';
import { firstWrong, isRecord } from './schema';

/** A valid message from a host. */
export type HostMessage = {
  [T in HostType]: { id: string | undefined; type: T; payload: HostPayload<T> };
}[HostType];

/** The result of parsing: a message, an invalid one, or an unrelated one. */
export type Received =
  | { state: 'message'; message: HostMessage }
  | { state: 'invalid'; id: string | undefined; type: HostType; field: string }
  | { state: 'foreign' };

/** Parses a message from a host. Types of later versions count as unrelated, not as invalid. */
export function readMessage(data: unknown): Received {
  if (!isRecord(data) || firstWrong(ENVELOPE, data) !== undefined) return { state: 'foreign' };
  const { id, type } = data as { id?: string; type: string };
  if (!Object.hasOwn(FROM_HOST, type)) return { state: 'foreign' };
  const payload = data.payload ?? {};
  const wrong = firstWrong(FROM_HOST[type as HostType], payload);
  if (wrong !== undefined) return { state: 'invalid', id, type: type as HostType, field: wrong };
  return { state: 'message', message: { id, type, payload } as HostMessage };
}
