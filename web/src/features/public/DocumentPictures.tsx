import { useTranslation } from 'react-i18next';
import type { PublicCredential, PublicDocument } from './api';
import styles from './CredentialView.module.css';

/** The certificate, or else the badge. The images of an invalid credential already show that it is invalid. */
export function MainPicture({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const { certificate, badge } = credential;
  const names = { name: credential.name, recipient: credential.recipient.name };
  return (
    <div className={styles.main}>
      {certificate && (
        <DocumentImage
          document={certificate}
          alt={t('public.certificateOf', names)}
          className={styles.certificate}
        />
      )}
      {!certificate && badge && (
        <DocumentImage document={badge} alt={t('public.badgeOf', names)} className={styles.badge} />
      )}
    </div>
  );
}

/** The badge that accompanies a certificate. */
export function BadgePicture({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const { certificate, badge } = credential;
  if (!certificate || !badge) return null;
  return (
    <DocumentImage
      document={badge}
      alt={t('public.badgeOf', { name: credential.name, recipient: credential.recipient.name })}
      className={styles.smallBadge}
    />
  );
}

type DocumentImageProps = { document: PublicDocument; alt: string; className: string | undefined };

function DocumentImage({ document, alt, className }: DocumentImageProps) {
  return (
    <img
      src={document.image_url}
      width={document.width}
      height={document.height}
      alt={alt}
      className={className}
    />
  );
}
