import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { asWebP, atWidth, widthsOf } from '../../lib/pictures';
import type { PublicCredential } from './api';

/** The widths and sizes of the server's page (spa_credential.go), so that the browser loads the picture once. */
const WIDTHS = [480, 720, 960, 1200];
const SIZES = {
  certificate: '(max-width: 48em) calc(100vw - 32px), min(1000px, calc(100vw - 48px))',
  badge: 'min(420px, calc(100vw - 32px))',
};

/** The certificate, or else the badge. The images of an invalid credential already show that it is invalid. */
export function MainPicture({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const { certificate, badge } = credential;
  const names = { name: credential.name, recipient: credential.recipient.name };
  const picture = certificate ?? badge;
  if (!picture) return null;
  const { image_url, width, height } = picture;
  const kind = certificate ? 'certificate' : 'badge';
  const address = certificate ? image_url : asWebP(image_url);
  return (
    <div className="document-picture">
      <img
        srcSet={widthsOf(address, WIDTHS)}
        sizes={SIZES[kind]}
        src={atWidth(address, 960)}
        width={width}
        height={height}
        alt={t(certificate ? 'public.certificateOf' : 'public.badgeOf', names)}
        fetchPriority="high"
        data-kind={kind}
        style={{ '--ratio': (width / height).toFixed(4) } as CSSProperties}
      />
    </div>
  );
}

/** The widest that the accompanying badge is shown, in CSS pixels. */
const SMALL_BADGE = 176;

/** The badge that accompanies a certificate. */
export function BadgePicture({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const { certificate, badge } = credential;
  if (!certificate || !badge) return null;
  const at = (width: number) => atWidth(asWebP(badge.image_url), width);
  return (
    <img
      src={at(SMALL_BADGE)}
      srcSet={`${at(SMALL_BADGE)}, ${at(2 * SMALL_BADGE)} 2x`}
      width={SMALL_BADGE}
      height={Math.round((SMALL_BADGE * badge.height) / badge.width)}
      loading="lazy"
      alt={t('public.badgeOf', { name: credential.name, recipient: credential.recipient.name })}
    />
  );
}
