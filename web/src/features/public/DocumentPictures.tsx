import { useTranslation } from 'react-i18next';
import type { PublicCredential, PublicDocument } from './api';
import styles from './CredentialView.module.css';
import { toneOf } from './verdictTone';

/** The certificate, or the badge where there is none; one that no longer holds is marked across its face. */
export function MainPicture({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const { certificate, badge, verdict } = credential;
  const names = { name: credential.name, recipient: credential.recipient.name };
  const isVoid = verdict.status !== 'valid';
  return (
    <div className={styles.main}>
      {certificate && (
        <DocumentImage
          document={certificate}
          alt={t('public.certificateOf', names)}
          className={styles.certificate}
          isVoid={isVoid}
        />
      )}
      {!certificate && badge && (
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

/** The badge that goes with a certificate. */
export function BadgePicture({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const { certificate, badge, verdict } = credential;
  if (!certificate || !badge) return null;
  return (
    <DocumentImage
      document={badge}
      alt={t('public.badgeOf', { name: credential.name, recipient: credential.recipient.name })}
      className={styles.smallBadge}
      isVoid={verdict.status !== 'valid'}
    />
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
