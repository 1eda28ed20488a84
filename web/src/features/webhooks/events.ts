import type { EventType } from './api';

/** The events there are, as they are offered: by what they are about. */
export const EVENT_GROUPS = [
  {
    name: 'credentials',
    events: [
      'credential.in_progress',
      'credential.published',
      'credential.updated',
      'credential.expired',
      'credential.suspended',
      'credential.reinstated',
      'credential.revoked',
      'credential.deleted',
    ],
  },
  { name: 'recipients', events: ['credential.viewed', 'credential.shared', 'email.bounced'] },
  { name: 'requests', events: ['evidence.submitted', 'name_change.created', 'name_change.decided'] },
  { name: 'work', events: ['import.finished', 'design.updated'] },
] as const satisfies readonly { name: string; events: readonly EventType[] }[];

/** The key of an event's words: its type without the dot, which would part the key. */
export const eventKey = <T extends string>(type: T) => type.replace('.', '_') as Keyed<T>;

type Keyed<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : T;
