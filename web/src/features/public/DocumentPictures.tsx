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
      shown={SMALL_BADGE}
    />
  );
}

/** The widest that the accompanying badge is shown, in CSS pixels. */
const SMALL_BADGE = 176;

interface DocumentImageProps {
  document: PublicDocument;
  alt: string;
  className: string | undefined;
  /** How wide it is shown at most, if that is less than the picture. */
  shown?: number;
}

function DocumentImage({ document, alt, className, shown }: DocumentImageProps) {
  return (
    <img
      src={shown ? atWidth(document.image_url, shown) : document.image_url}
      srcSet={
        shown
          ? `${atWidth(document.image_url, shown)}, ${atWidth(document.image_url, 2 * shown)} 2x`
          : undefined
      }
      width={document.width}
      height={document.height}
      alt={alt}
      className={className}
    />
  );
}

/** The server rounds widths up to a few. */
function atWidth(address: string, width: number): string {
  const url = new URL(address, window.location.origin);
  url.searchParams.set('width', String(width));
  return url.href;
}
