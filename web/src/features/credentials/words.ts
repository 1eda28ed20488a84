import { useTranslation } from 'react-i18next';
import type { StateTone } from '../../ui/StateDot';
import type { Credential, Mail } from './api';

const STATE_TONES: Record<Credential['state'], StateTone> = {
  draft: 'quiet',
  scheduled: 'quiet',
  in_progress: 'waiting',
  published: 'good',
  expired: 'waiting',
  suspended: 'waiting',
  revoked: 'bad',
  deleted: 'bad',
};

/** The states that a list can be filtered by. */
export const STATES = [
  'draft',
  'scheduled',
  'in_progress',
  'published',
  'expired',
  'suspended',
  'revoked',
] as const;

const MAIL_TONES = {
  not_sent: 'quiet',
  queued: 'waiting',
  sent: 'good',
  delivered: 'good',
  opened: 'good',
  clicked: 'good',
  uncertain: 'waiting',
  bounced: 'bad',
  complained: 'bad',
  suppressed: 'bad',
} as const satisfies Record<string, StateTone>;

type EmailStatus = keyof typeof MAIL_TONES;
export const EMAIL_STATUSES: readonly EmailStatus[] = ['not_sent', 'queued', 'sent', 'uncertain', 'bounced'];

/** How far recipients have engaged with a credential. */
export type Engagement = NonNullable<Credential['engagement']>;
export const ENGAGEMENTS: readonly Engagement[] = ['none', 'viewed', 'opened', 'engaged', 'shared'];

const LOG_TONES: Record<Mail['state'], StateTone> = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'good',
  failed: 'bad',
  uncertain: 'waiting',
  dropped: 'quiet',
};

/** The label of a state and the tone of its dot. */
export interface StateWord {
  tone: StateTone;
  word: string;
}

/** Returns the labels for states of credentials, their emails and engagement. */
export function useCredentialWords() {
  const { t } = useTranslation();
  return {
    state: (state: Credential['state']): StateWord => ({
      tone: STATE_TONES[state],
      word: t(`credentials.state.${state}`),
    }),
    emailStatus: (status: string): StateWord =>
      isEmailStatus(status)
        ? { tone: MAIL_TONES[status], word: t(`credentials.emailStatus.${status}`) }
        : { tone: 'quiet', word: status },
    engagement: (engagement: Engagement): StateWord => ({
      tone: engagement === 'none' ? 'quiet' : engagement === 'viewed' ? 'waiting' : 'good',
      word: t(`credentials.engagement.${engagement}`),
    }),
    mail: (state: Mail['state']): StateWord => ({
      tone: LOG_TONES[state],
      word: t(`credentials.mail.state.${state}`),
    }),
  };
}

function isEmailStatus(status: string): status is EmailStatus {
  return status in MAIL_TONES;
}
