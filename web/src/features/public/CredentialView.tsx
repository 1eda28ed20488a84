import { Anchor, Button, Text, Title } from '@mantine/core';
import { IconLock, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { type Fact, Facts } from '../../ui/Facts';
import { Grade } from '../../ui/Grade';
import { Id } from '../../ui/Id';
import { Achieved } from './Achieved';
import type { PublicCredential } from './api';
import styles from './CredentialView.module.css';
import { BadgePicture, MainPicture } from './DocumentPictures';
import { DownloadMenu } from './DownloadMenu';
import { Evidence } from './Evidence';
import { References } from './References';
import { verifyLink } from './reference';
import { ShareMenu } from './ShareMenu';
import { usePageLanguage } from './usePageLanguage';
import { Verdict } from './Verdict';

interface CredentialViewProps {
  credential: PublicCredential;
  ownDownloads?: ReactNode;
}

/** The certificate first, then its actions, status, title, recipient and details. */
export function CredentialView({ credential, ownDownloads }: CredentialViewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  usePageLanguage(credential.page_language);
  const { issuer, group } = credential;
  const outcomes = credential.learning_outcomes ?? [];
  return (
    <article>
      {credential.superseded_by && (
        <p className="superseded">
          <strong>{t('public.facts.newerExists')}</strong>{' '}
          <Anchor component={Link} to={`/${credential.superseded_by.uuid}`} underline="always" inherit>
            {t('share.openNewer')}
          </Anchor>
        </p>
      )}
      <MainPicture credential={credential} />
      <Verdict credential={credential} />
      {credential.private && (
        <Text size="sm" ta="center" mt="md">
          <IconLock size={15} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('share.private.page')}
        </Text>
      )}
      <div className={styles.actions}>
        <ShareMenu credential={credential} />
        {credential.actions.download && <DownloadMenu credential={credential} own={ownDownloads} />}
        {credential.actions.verify && (
          <Button
            component={Link}
            {...verifyLink(credential.url)}
            variant="default"
            leftSection={<IconShieldCheck size={18} stroke={1.7} aria-hidden />}
          >
            {t('public.verify.this')}
          </Button>
        )}
      </div>
      <div className={styles.columns}>
        <div className={styles.about}>
          <Title order={1} size="h1">
            <bdi lang={credential.language}>{credential.name}</bdi>
          </Title>
          <Text size="lg" mt={4}>
            {t(credential.verdict.status === 'in_progress' ? 'public.inProgressFor' : 'public.awardedTo')}{' '}
            <strong>
              <bdi>{credential.recipient.name}</bdi>
            </strong>
          </Text>
          {credential.description && (
            <Text mt="md" className={styles.description}>
              <bdi lang={credential.language}>{credential.description}</bdi>
            </Text>
          )}
          <Achieved
            outcomes={outcomes}
            criteria={credential.criteria}
            criteriaUrl={credential.criteria_url}
            alignments={credential.alignments}
            language={credential.language}
          />
          <Evidence credential={credential} />
          <References credential={credential} />
        </div>
        <aside className={styles.aside}>
          <BadgePicture credential={credential} />
          <Facts
            facts={[
              [t('public.facts.issuedOn'), format.date(credential.issued_on)],
              [
                t('public.facts.expiresOn'),
                credential.expired_on ? format.date(credential.expired_on) : null,
              ],
              [
                t('public.facts.grade'),
                credential.grade === null ? null : (
                  <Grade key="grade" grade={credential.grade} band={credential.grade_band} />
                ),
              ],
              ...credential.attributes.map(
                ({ key, name, kind, value }): Fact => [
                  name,
                  <bdi key={key}>{kind === 'date' ? format.date(value) : value}</bdi>,
                ],
              ),
              [t('public.facts.issuer'), <IssuerLink key="issuer" issuer={issuer} />],
              [
                t('public.facts.course'),
                <Anchor key="course" component={Link} to={`/group/${group.id}`} inherit>
                  {group.course_name}
                </Anchor>,
              ],
              [t('public.facts.supersedes'), related(credential.supersedes, t('public.facts.openOlder'))],
              [
                t('public.facts.supersededBy'),
                related(credential.superseded_by, t('public.facts.openNewer')),
              ],
              [
                t('public.facts.correctedOn'),
                credential.corrected_on && (
                  <span key="corrected">
                    {format.date(credential.corrected_on)}
                    <Text size="sm" c="dimmed" component="span" display="block">
                      {t('public.facts.copies')}
                    </Text>
                  </span>
                ),
              ],
              [t('public.facts.id'), <Id key="id">{credential.encoded_id}</Id>],
              [
                t('public.facts.licenseId'),
                credential.license_id && <Id key="license">{credential.license_id}</Id>,
              ],
            ]}
          />
        </aside>
      </div>
    </article>
  );
}

/** A link to the credential that this one renews, or that renews it. */
function related(other: PublicCredential['supersedes'], label: string) {
  return (
    other && (
      <Anchor component={Link} to={`/${other.uuid}`} inherit>
        {label}
      </Anchor>
    )
  );
}

function IssuerLink({ issuer }: Pick<PublicCredential, 'issuer'>) {
  if (!issuer.url) return issuer.name;
  return (
    <Anchor href={issuer.url} target="_blank" rel="noopener noreferrer" inherit>
      {issuer.name}
    </Anchor>
  );
}
