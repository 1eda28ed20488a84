import { Anchor, Checkbox } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import { framed } from '../../../lib/framed';
import { Picture } from '../../../ui/Picture';
import { StateDot, type StateTone } from '../../../ui/StateDot';
import type { WalletCredential } from './api';
import type { View } from './useView';
import styles from './WalletPage.module.css';

const TONES: Record<WalletCredential['verdict']['status'], StateTone> = {
  valid: 'good',
  in_progress: 'waiting',
  expired: 'waiting',
  suspended: 'waiting',
  revoked: 'bad',
  test: 'waiting',
};

interface WalletCardProps {
  credential: WalletCredential;
  view: View;
  selected: boolean;
  /** Without it, the card cannot be selected. */
  onToggle?: (() => void) | undefined;
}

/** One credential in the wallet: its image, title, issuer, date and status, linked to its page. */
export function WalletCard({ credential, view, selected, onToggle }: WalletCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status } = credential.verdict;
  const picture = credential.certificate ?? credential.badge;
  // Other pages cannot be framed, so links from an iframe open in a new tab.
  const inFrame = framed();
  return (
    <article className={styles.card} data-selected={selected || undefined}>
      {onToggle && (
        <Checkbox
          className={styles.check}
          aria-label={t('wallet.select', { name: isolate(credential.name) })}
          checked={selected}
          onChange={onToggle}
        />
      )}
      <Picture
        src={picture?.image_url}
        placeholder={picture?.sample_url}
        alt=""
        width={view === 'list' ? 78 : '100%'}
        className={styles.picture ?? ''}
      />
      <div className={styles.about}>
        <span className={styles.heading}>
          <Anchor
            component={Link}
            to={inFrame ? credential.url : `/${credential.uuid}`}
            target={inFrame ? '_blank' : undefined}
            className={styles.name}
            inherit
          >
            <bdi lang={credential.language}>{credential.name}</bdi>
          </Anchor>
          {credential.private && (
            <IconLock size={14} className={styles.lock} aria-label={t('wallet.private')} role="img" />
          )}
        </span>
        <bdi>{credential.issuer.name}</bdi>
        <span className={styles.line}>
          <StateDot tone={TONES[status]}>
            {credential.superseded_by && status === 'valid'
              ? t('wallet.superseded')
              : t(`recipient.wallet.state.${status}`)}
          </StateDot>
          <span>{format.date(credential.issued_on)}</span>
        </span>
      </div>
    </article>
  );
}
