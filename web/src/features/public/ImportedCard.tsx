import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { Picture } from '../../ui/Picture';
import { StateDot, type StateTone } from '../../ui/StateDot';
import type { SharedImport } from './api';
import styles from './CredentialCards.module.css';

const BAD: readonly SharedImport['status'][] = ['changed', 'key_revoked', 'revoked', 'deleted'];

function toneOf({ status, verified_at }: SharedImport): StateTone {
  if (status === 'valid') return 'good';
  if (BAD.includes(status)) return 'bad';
  return verified_at ? 'waiting' : 'quiet';
}

/** A credential that somebody imported, with what its verification said. */
export function ImportedCard({ imported, note }: { imported: SharedImport; note: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { issuer, verified_at } = imported;
  return (
    <article className={styles.card}>
      <Picture src={imported.picture_url ?? undefined} alt="" width="100%" />
      <div className={styles.about}>
        <bdi className={styles.title}>{imported.title || t('collections.imports.untitled')}</bdi>
        {issuer.url ? (
          <Anchor href={issuer.url} rel="nofollow noreferrer" target="_blank" inherit>
            <bdi>{issuer.name || issuer.url}</bdi>
          </Anchor>
        ) : (
          <bdi>{issuer.name}</bdi>
        )}
        <span className={styles.line}>
          <StateDot tone={toneOf(imported)}>{t(`imported.status.${imported.status}`)}</StateDot>
          {verified_at && (
            <span>{t('collections.imports.verifiedAt', { date: format.date(verified_at) })}</span>
          )}
        </span>
        {imported.issued_to_others && <Text size="sm">{t('collections.imports.notTheirs')}</Text>}
        {note && (
          <Text size="sm" className={styles.text}>
            <bdi>{note}</bdi>
          </Text>
        )}
      </div>
    </article>
  );
}
