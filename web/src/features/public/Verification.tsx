import { Anchor, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleX,
  IconHelpCircle,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { type Fact, Facts } from '../../ui/Facts';
import { Id } from '../../ui/Id';
import { StateDot, type StateTone } from '../../ui/StateDot';
import type { HandedIn, Verified } from './api';
import { EmailCheck } from './EmailCheck';
import { VerificationSteps } from './VerificationSteps';
import styles from './verification.module.css';

const TONES: Record<Verified['verdict'], StateTone> = {
  valid: 'good',
  issuer_unknown: 'waiting',
  expired: 'waiting',
  not_yet_valid: 'waiting',
  suspended: 'waiting',
  in_progress: 'waiting',
  superseded: 'waiting',
  unreachable: 'quiet',
  unsupported: 'quiet',
  private: 'quiet',
  not_a_credential: 'quiet',
  test: 'waiting',
  changed: 'bad',
  key_revoked: 'bad',
  revoked: 'bad',
  deleted: 'bad',
};

const SIGNS = {
  good: IconRosetteDiscountCheck,
  waiting: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconHelpCircle,
};

/** Verdicts that do not establish that the issuer made the credential's claims. */
const UNPROVEN: readonly Verified['verdict'][] = [
  'changed',
  'key_revoked',
  'unreachable',
  'unsupported',
  'not_a_credential',
  'test',
];

interface VerificationProps {
  found: Verified;
  handed: HandedIn | null;
  page: string | null;
  /** What a valid verdict says, in place of the words for one credential. */
  valid?: string;
}

/** The verdict in one line, then the contents of the credential and the checks. `page` is its page on this server. */
export function Verification({ found, handed, page, valid }: VerificationProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const tone = TONES[found.verdict];
  const Sign = SIGNS[tone];
  const newer = found.steps.find(({ code }) => code === 'status_superseded')?.params.url;
  return (
    <section className={styles.result} data-tone={tone} data-verdict={found.verdict}>
      <div className={styles.verdict}>
        <Sign size={30} stroke={1.6} aria-hidden className={styles.sign} />
        <div>
          <Title order={2} ref={heading} tabIndex={-1} className={styles.line}>
            {(found.verdict === 'valid' && valid) || t(`verification.verdict.${found.verdict}.title`)}
          </Title>
          {!(found.verdict === 'valid' && valid) && (
            <Text mt={2}>{t(`verification.verdict.${found.verdict}.text`)}</Text>
          )}
          {newer && (
            <Anchor href={newer} mt={8} display="inline-block">
              {t('public.verify.newer')}
            </Anchor>
          )}
          {page && (found.credential || found.verdict === 'in_progress') && !newer && (
            <Anchor component={Link} to={page} mt={8} display="inline-block">
              {t('public.verify.open')}
            </Anchor>
          )}
        </div>
      </div>
      {found.credential && (
        <Says
          credential={found.credential}
          standard={found.standard}
          unproven={UNPROVEN.includes(found.verdict)}
        />
      )}
      {found.credential && handed && !UNPROVEN.includes(found.verdict) && (
        <div className={styles.part}>
          <EmailCheck handed={handed} />
        </div>
      )}
      <div className={styles.part}>
        <Title order={3} size="h4" mb="sm">
          {t('public.verify.steps')}
        </Title>
        <VerificationSteps steps={found.steps} />
        <Text size="sm" c="dimmed" mt="md">
          {t('public.verify.checkedAt', { date: format.dateTime(found.checked_at) })}
        </Text>
      </div>
    </section>
  );
}

interface SaysProps {
  credential: NonNullable<Verified['credential']>;
  standard: string | null;
  unproven: boolean;
}

function Says({ credential, standard, unproven }: SaysProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { issuer } = credential;
  // Credentials are valid by the day, in UTC.
  const day = (value: string | null) => value && format.date(value.slice(0, 10));
  const percent = (grade: string | null) =>
    grade && /^\d+(\.\d+)?%$/.test(grade) ? format.grade(Number.parseFloat(grade)) : grade;
  const plain = (text: string | null) => text && <bdi>{text}</bdi>;
  return (
    <div className={styles.part}>
      <Title order={3} size="h4">
        {t('public.verify.says')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(unproven ? 'public.verify.unproven' : 'public.verify.compare')}
      </Text>
      <Facts
        facts={[
          [t('public.verify.name'), plain(credential.name)],
          [t('public.verify.recipient'), plain(credential.recipient) ?? t('public.verify.hashed')],
          [t('public.verify.grade'), plain(percent(credential.grade))],
          ...credential.attributes.map(({ name, value }): Fact => [name, plain(value)]),
          [
            t('public.facts.licenseId'),
            credential.license_id && <Id key="license">{credential.license_id}</Id>,
          ],
          [
            t('public.verify.issuer'),
            <span key="issuer">
              {issuer.name && <bdi>{issuer.name}</bdi>}
              {issuer.url && (
                <span className={styles.below}>
                  <bdi dir="ltr">{issuer.url}</bdi>
                </span>
              )}
              <span className={styles.below}>
                <bdi>{issuer.id}</bdi>
              </span>
            </span>,
          ],
          [t('public.verify.domain'), issuer.domain && <IssuerDomain key="domain" domain={issuer.domain} />],
          [t('public.verify.issuedAt'), day(credential.issued_at)],
          [t('public.verify.validUntil'), day(credential.valid_until)],
          [t('public.verify.standard'), plain(standard)],
        ]}
      />
    </div>
  );
}

type IssuerDomainProps = { domain: NonNullable<SaysProps['credential']['issuer']['domain']> };

const DOMAIN_TONES: Record<IssuerDomainProps['domain']['state'], StateTone> = {
  proven: 'good',
  unproven: 'waiting',
  unreachable: 'quiet',
};

/** Whether the issuer's website confirms the issuer, and when that was checked. */
function IssuerDomain({ domain }: IssuerDomainProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <span>
      <StateDot tone={DOMAIN_TONES[domain.state]}>
        {t(`verification.domain.${domain.state}`, { domain: domain.name })}
      </StateDot>
      <span className={styles.below}>
        {t('public.verify.checkedAt', { date: format.dateTime(domain.checked_at) })}
      </span>
    </span>
  );
}
