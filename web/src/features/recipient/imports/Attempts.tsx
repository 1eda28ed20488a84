import { Anchor, Button, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../i18n/useFormat';
import { ImportStatus } from '../../../ui/card/CredentialStatus';
import styles from './imports.module.css';
import type { Attempt } from './useImporting';

/** The result of each import since the page was opened, latest first. */
export function Attempts({ attempts, onClear }: { attempts: readonly Attempt[]; onClear: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const done = attempts.filter(({ added, problem }) => added ?? problem).length;
  return (
    <div className={styles.attempts}>
      <div className={styles.above}>
        <Text size="sm" c="dimmed" role="status">
          {t('imported.progress', {
            count: attempts.length,
            done: format.number(done),
            number: format.number(attempts.length),
          })}
        </Text>
        {done === attempts.length && (
          <Button size="compact-sm" variant="subtle" onClick={onClear}>
            {t('imported.clear')}
          </Button>
        )}
      </div>
      <ul className={styles.rows}>
        {attempts.map((attempt) => (
          <li key={attempt.key} className={styles.attempt} data-failed={attempt.problem ? true : undefined}>
            <Outcome attempt={attempt} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Outcome({ attempt: { name, added, problem, elsewhere } }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const Sign = problem ? IconAlertTriangle : IconCircleCheck;
  const found = added?.import;
  return (
    <>
      {added || problem ? (
        <Sign size={20} stroke={1.6} aria-hidden className={styles.sign} />
      ) : (
        <Loader size={18} className={styles.sign} />
      )}
      <div className={styles.words}>
        <bdi className={styles.source}>{name}</bdi>
        {!added && !problem && <Text size="sm">{t('imported.checking')}</Text>}
        {problem && (
          <Text size="sm" role="alert">
            {problem}
          </Text>
        )}
        {elsewhere && (
          <Anchor component={Link} to="/me/settings" size="sm">
            {t('imported.addAddress')}
          </Anchor>
        )}
        {added?.in_wallet && (
          <Text size="sm">
            {t('imported.inWallet')}{' '}
            <Anchor component={Link} to={`/${added.in_wallet}`} inherit>
              {t('imported.open')}
            </Anchor>
          </Text>
        )}
        {found && (
          <span className={styles.line}>
            <Anchor component={Link} to={`/me/import/${found.id}`} inherit>
              <bdi>{found.title || t('imported.untitled')}</bdi>
            </Anchor>
            <span>{t(added.updated ? 'imported.updated' : 'imported.added')}</span>
            <ImportStatus status={found.status} />
          </span>
        )}
      </div>
    </>
  );
}
