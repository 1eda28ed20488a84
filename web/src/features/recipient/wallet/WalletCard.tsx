import { IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import { framed } from '../../../lib/framed';
import { Card, CardBy, CardLine } from '../../../ui/card/Card';
import { IssuedStatus } from '../../../ui/card/CredentialStatus';
import type { WalletCredential } from './api';
import styles from './WalletPage.module.css';

interface WalletCardProps {
  credential: WalletCredential;
  selected: boolean;
  /** Without it, the card cannot be selected. */
  onToggle?: ((uuid: string) => void) | undefined;
}

/**
 * One credential in the wallet: its image, title, issuer, date and status, linked to its page. It renders again only when it changes:
 * a wallet may show hundreds.
 */
export const WalletCard = memo(function WalletCard({ credential, selected, onToggle }: WalletCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const picture = credential.certificate ?? credential.badge;
  // Other pages cannot be framed, so links from an iframe open in a new tab.
  const inFrame = framed();
  return (
    <Card
      src={picture?.image_url}
      placeholder={picture?.sample_url}
      title={credential.name}
      lang={credential.language}
      to={inFrame ? credential.url : `/${credential.uuid}`}
      newTab={inFrame}
      mark={
        credential.private && (
          <IconLock size={14} className={styles.lock} aria-label={t('wallet.private')} role="img" />
        )
      }
      check={
        onToggle && {
          'aria-label': t('wallet.select', { name: isolate(credential.name) }),
          checked: selected,
          onChange: () => onToggle(credential.uuid),
        }
      }
    >
      <CardBy>{credential.issuer.name}</CardBy>
      <CardLine>
        <IssuedStatus
          status={credential.verdict.status}
          superseded={credential.superseded_by !== null && credential.superseded_by !== undefined}
        />
        <span>{format.date(credential.issued_on)}</span>
      </CardLine>
    </Card>
  );
});
