import type { EventType } from './api';

/** All event types, grouped by subject. */
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
  { name: 'billing', events: ['credit.low', 'subscription.changed', 'invoice.paid'] },
] as const satisfies readonly { name: string; events: readonly EventType[] }[];

/** The translation key of an event type. Dots are replaced, because they separate the parts of a key. */
export const eventKey = <T extends string>(type: T) => type.replace('.', '_') as Keyed<T>;

type Keyed<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : T;
