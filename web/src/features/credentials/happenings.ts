import type { Credential, CredentialEvent, Mail } from './api';

/** The events that the activity shows. */
export const ACTIONS = [
  'created',
  'updated',
  'scheduled',
  'unscheduled',
  'published',
  'suspended',
  'reinstated',
  'revoked',
  'superseded',
  'renewed',
  'moved',
  'key_rotated',
  'privacy_changed',
  'deleted',
  'restored',
  'resent',
  'evidence',
  'reference',
] as const;

/** Objects of a credential whose events are shown as well. */
const OF_OTHERS = ['evidence', 'reference'] as const satisfies readonly (typeof ACTIONS)[number][];

export type ActionName = (typeof ACTIONS)[number];

/** One entry of the activity. `by` is omitted if no user triggered it. */
export interface Happening {
  key: string;
  what: ActionName | 'mailed';
  by?: string;
  at: string;
  detail?: { reason?: string; text?: string; note?: string };
}

/** Returns the name of an event's action if the activity shows it. */
export const actionOf = ({ action }: CredentialEvent): ActionName | undefined =>
  OF_OTHERS.find((one) => action.startsWith(`${one}.`)) ??
  ACTIONS.find((one) => action === `credential.${one}`);

/** Merges events and emails into one timeline, newest first. */
export function happenings(
  credential: Pick<Credential, 'published_at'>,
  events: readonly CredentialEvent[],
  mails: readonly Mail[],
): Happening[] {
  const told = events.flatMap((event): Happening[] => {
    const what = actionOf(event);
    return what
      ? [{ key: `event ${event.id}`, what, by: event.by, at: event.at, ...detailOf(what, event) }]
      : [];
  });
  const sent = mails
    .filter(({ sent_at }) => sent_at !== null)
    .map(
      ({ id, subject, created_at, sent_at }): Happening => ({
        key: `mail ${id}`,
        what: 'mailed',
        at: sent_at ?? created_at,
        detail: { text: subject },
      }),
    );
  // A publication is recorded once for all its credentials, so the time is taken from the credential.
  const issued: Happening[] =
    credential.published_at && !told.some(({ what }) => what === 'published')
      ? [{ key: 'published', what: 'published', at: credential.published_at }]
      : [];
  return [...told, ...sent, ...issued].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function detailOf(what: ActionName, { details }: CredentialEvent): Pick<Happening, 'detail'> {
  const { reason, note } = details;
  if (typeof reason !== 'string') return {};
  const said = typeof note === 'string' ? { note } : {};
  return {
    detail: what === 'revoked' || what === 'superseded' ? { reason, ...said } : { text: reason, ...said },
  };
}
