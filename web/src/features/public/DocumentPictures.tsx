import { useTranslation } from 'react-i18next';
import type { PublicCredential, PublicDocument } from './api';
import styles from './CredentialView.module.css';
import { toneOf } from './verdictTone';

/** Certificate and badge as they were issued; one that no longer holds is marked across its face. */
export function DocumentPictures({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const { certificate, badge, verdict } = credential;
  const isVoid = verdict.status !== 'valid';
  const names = { name: credential.name, recipient: credential.recipient.name };
  return (
    <div className={`${styles.pictures} ${certificate && badge ? styles.both : ''}`}>
      {certificate && (
        <DocumentImage
          document={certificate}
          alt={t('public.certificateOf', names)}
          className={styles.certificate}
          isVoid={isVoid}
        />
      )}
      {badge && (
        <DocumentImage
          document={badge}
          alt={t('public.badgeOf', names)}
          className={styles.badge}
          isVoid={isVoid}
        />
      )}
      {verdict.status !== 'valid' && (
        <span className={styles.stamp} data-tone={toneOf(verdict.status)}>
          {t(`public.stamp.${verdict.status}`)}
        </span>
      )}
    </div>
  );
}

interface DocumentImageProps {
  document: PublicDocument;
  alt: string;
  className: string | undefined;
  isVoid: boolean;
}

function DocumentImage({ document, alt, className, isVoid }: DocumentImageProps) {
  return (
    <img
      src={document.image_url}
      width={document.width}
      height={document.height}
      alt={alt}
      className={className}
      data-void={isVoid || undefined}
    />
  );
}
