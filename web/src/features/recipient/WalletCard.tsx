import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { framed } from '../../lib/framed';
import { Picture } from '../../ui/Picture';
import { StateDot, type StateTone } from '../../ui/StateDot';
import type { WalletCredential } from './api';
import styles from './WalletPage.module.css';

const TONES: Record<WalletCredential['verdict']['status'], StateTone> = {
  valid: 'good',
  in_progress: 'waiting',
  expired: 'waiting',
  suspended: 'waiting',
  revoked: 'bad',
  test: 'waiting',
};

/** One credential in the wallet: its image, title, issuer, date and status, linked to its page. */
export function WalletCard({ credential }: { credential: WalletCredential }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status } = credential.verdict;
  const picture = credential.certificate ?? credential.badge;
  // Other pages cannot be framed, so links from an iframe open in a new tab.
  const inFrame = framed();
  return (
    <article className={styles.card}>
      <Picture src={picture?.image_url} placeholder={picture?.sample_url} alt="" />
      <div className={styles.about}>
        <Anchor
          component={Link}
          to={inFrame ? credential.url : `/${credential.uuid}`}
          target={inFrame ? '_blank' : undefined}
          className={styles.name}
          inherit
        >
          <bdi lang={credential.language}>{credential.name}</bdi>
        </Anchor>
        <bdi>{credential.issuer.name}</bdi>
        <span className={styles.line}>
          <StateDot tone={TONES[status]}>{t(`recipient.wallet.state.${status}`)}</StateDot>
          <span>{format.date(credential.issued_on)}</span>
        </span>
      </div>
    </article>
  );
}
