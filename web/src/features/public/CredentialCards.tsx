import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Picture } from '../../ui/Picture';
import { StateDot } from '../../ui/StateDot';
import type { PublicCredential, SharedImport } from './api';
import styles from './CredentialCards.module.css';
import { ImportedCard } from './ImportedCard';
import { toneOf } from './verdictTone';

interface Shown {
  credential: PublicCredential | null;
  imported?: SharedImport | null;
  note?: string;
}

/** Credentials that somebody shows, in their order. */
export function CredentialCards({ items }: { items: readonly Shown[] }) {
  return (
    <ol className={styles.cards}>
      {items.map((item) => (
        <li key={item.imported?.id ?? item.credential?.uuid}>
          {item.imported ? (
            <ImportedCard imported={item.imported} note={item.note ?? ''} />
          ) : (
            item.credential && <Card credential={item.credential} note={item.note ?? ''} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Card({ credential, note }: { credential: PublicCredential; note: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const picture = credential.certificate ?? credential.badge;
  const { status } = credential.verdict;
  return (
    <article className={styles.card}>
      <Picture src={picture?.image_url} placeholder={picture?.sample_url} alt="" width="100%" />
      <div className={styles.about}>
        <Anchor component={Link} to={`/${credential.uuid}`} className={styles.name} inherit>
          <bdi lang={credential.language}>{credential.name}</bdi>
        </Anchor>
        <bdi>{credential.recipient.name}</bdi>
        <bdi>{credential.issuer.name}</bdi>
        <span className={styles.line}>
          <StateDot tone={toneOf(status)}>{t(`recipient.wallet.state.${status}`)}</StateDot>
          <span>{format.date(credential.issued_on)}</span>
        </span>
        {note && (
          <Text size="sm" className={styles.text}>
            <bdi>{note}</bdi>
          </Text>
        )}
      </div>
    </article>
  );
}
