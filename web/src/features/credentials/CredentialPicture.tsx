import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { customAttributesQuery } from '../../api/queries/attributes';
import type { Credential, Group } from './api';
import { CertificatePreview } from './CertificatePreview';
import styles from './CredentialPage.module.css';
import { isDraft } from './publishSlot';
import { certificateValues, factsOf } from './values';

/** The stored image of an issued credential. A draft has none yet, so it is rendered live. */
export function CredentialPicture({ credential, group }: { credential: Credential; group: Group }) {
  const { t } = useTranslation();
  const { data: attributes } = useQuery(customAttributesQuery());
  const values = useMemo(
    () => certificateValues(factsOf(credential, group), attributes ?? []),
    [credential, group, attributes],
  );
  const label = t('credentials.preview.of', { name: credential.recipient.name });
  const certificate = credential.certificate.image.preview;
  const badge = credential.badge.image.preview;
  if (isDraft(credential) || (!certificate && !badge)) {
    return <CertificatePreview group={group} values={values} label={label} />;
  }
  return (
    <div className={styles.stage}>
      {certificate && <img src={certificate} alt={label} />}
      {badge && (
        <img
          src={badge}
          alt={t('credentials.preview.badgeOf', { name: credential.recipient.name })}
          className={certificate ? styles.badge : undefined}
        />
      )}
    </div>
  );
}
