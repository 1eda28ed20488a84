import {
  IconAlertTriangle,
  IconChevronDown,
  IconCircleX,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { CREDENTIAL_TONES } from '../../ui/card/tones';
import { Facts } from '../../ui/Facts';
import { Id } from '../../ui/Id';
import type { PublicCredential } from './api';
import styles from './CredentialView.module.css';

const SIGNS = {
  good: IconRosetteDiscountCheck,
  waiting: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconAlertTriangle,
};

/** One line with the issuer, date and current status. It expands to the checks. */
export function Verdict({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, checked_at } = credential.verdict;
  const newer = credential.superseded_by;
  const tone = newer && status === 'valid' ? 'waiting' : CREDENTIAL_TONES[status];
  const Sign = SIGNS[tone];
  const { suspension, revocation } = credential;
  const since = suspension?.suspended_at ?? revocation?.revoked_at;
  const expired = credential.expired_on && format.date(credential.expired_on);
  return (
    <details className={styles.verdict} data-tone={tone} id="verdict">
      <summary>
        <Sign size={22} stroke={1.7} aria-hidden className={styles.sign} />
        <span className={styles.line}>
          {t(status === 'in_progress' ? 'public.verdict.lineInProgress' : 'public.verdict.line', {
            issuer: isolate(credential.issuer.name),
            date: format.date(credential.issued_on),
          })}{' '}
          <strong>{t(`public.verdict.${status}`)}</strong>
          {revocation && (
            <span className={styles.reason}>
              {t(`revocation.${revocation.reason}`)}
              {revocation.note && (
                <>
                  {' · '}
                  <bdi>{revocation.note}</bdi>
                </>
              )}
            </span>
          )}
        </span>
        <IconChevronDown size={18} aria-hidden className={styles.chevron} />
      </summary>
      <div className={styles.proof}>
        <Facts
          facts={[
            [t('public.proof.state'), t(`public.proof.${status}`, { date: expired ?? '' })],
            [t('public.proof.since'), since && format.dateTime(since)],
            [t('public.proof.reason'), revocation && t(`revocation.${revocation.reason}`)],
            [t('public.proof.issuer'), credential.issuer.name],
            [t('public.proof.recipient'), <bdi key="recipient">{credential.recipient.name}</bdi>],
            [t('public.proof.validUntil'), expired ?? t('public.proof.noEnd')],
            [t('public.proof.record'), <Id key="record">{credential.encoded_id}</Id>],
            [t('public.proof.checked'), format.dateTime(checked_at)],
          ]}
        />
      </div>
    </details>
  );
}
