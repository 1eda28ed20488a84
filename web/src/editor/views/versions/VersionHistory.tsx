import { Alert, Badge, Button, Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import type { PastVersion, VersionsPort } from '../../state/ports/versions';
import { Compare, Picture } from './Compare';
import { useVersion, useVersions } from './useVersions';
import styles from './versions.module.css';

/** The numbers of the shown version and of the one it is compared with; null is the default. */
export type VersionPlace = { shown: number | null; against: number | null };

export type VersionHistoryProps = {
  port: VersionsPort;
  place: VersionPlace;
  onPlace: (place: VersionPlace) => void;
  /** Restores a version. Returns true if this created a new version. */
  onRestore?: ((version: PastVersion) => Promise<boolean>) | undefined;
};

/** Every saved version of a design: its author, time, picture and changes, and restoring it. */
export function VersionHistory({ port, place, onPlace, onRestore }: VersionHistoryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { versions, total, state, more, refresh } = useVersions(port);
  const current = versions.find((version) => version.current);
  const before = versions.find((version) => version !== current);
  const shown = useVersion(port, versions, place.shown ?? before?.number ?? current?.number ?? null);
  const against = useVersion(port, versions, place.against ?? current?.number ?? null);
  const restore = async (version: PastVersion) => {
    if (!(await onRestore?.(version))) return;
    onPlace({ shown: version.number, against: null });
    await refresh();
  };
  return (
    <div className={styles.history}>
      <nav className={styles.side} aria-label={t('editor.versions.list')}>
        <p className={styles.note}>
          {t('editor.versions.count', { count: total, number: format.number(total) })}
        </p>
        <ol className={styles.versions} aria-busy={state === 'loading'}>
          {versions.map((version) => (
            <li key={version.number}>
              <Entry
                version={version}
                chosen={version.number === shown?.number}
                onChoose={() => onPlace({ ...place, shown: version.number })}
              />
            </li>
          ))}
          {state === 'loading' && <Skeleton height={72} />}
        </ol>
        {state === 'failed' && <Alert color="red">{t('editor.versions.failed')}</Alert>}
        {(state === 'failed' || versions.length < total) && (
          <Button size="xs" variant="default" fullWidth loading={state === 'loading'} onClick={more}>
            {t(state === 'failed' ? 'editor.versions.retry' : 'editor.versions.older')}
          </Button>
        )}
      </nav>
      {shown && (
        <section className={styles.view} aria-label={t('editor.versions.look')}>
          <div className={styles.tools}>
            <Against
              versions={versions}
              shown={shown}
              against={against}
              onChoose={(number) => onPlace({ shown: shown.number, against: number })}
            />
            {onRestore && !shown.current && <RestoreButton version={shown} onRestore={restore} />}
          </div>
          {against && against.number !== shown.number ? (
            <Compare
              older={shown.number < against.number ? shown : against}
              newer={shown.number < against.number ? against : shown}
            />
          ) : (
            <Picture version={shown} />
          )}
        </section>
      )}
    </div>
  );
}

type EntryProps = { version: PastVersion; chosen: boolean; onChoose: () => void };

function Entry({ version, chosen, onChoose }: EntryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { number, name, savedBy, at, current, credentials } = version;
  return (
    <button type="button" className={styles.entry} aria-current={chosen || undefined} onClick={onChoose}>
      <img src={`${version.image}?width=240`} alt="" loading="lazy" className={styles.thumb} />
      <span className={styles.facts}>
        <span className={styles.title}>
          {t('editor.versions.version', { number: format.number(number) })}
          {current && (
            <Badge size="xs" variant="light" tt="none">
              {t('editor.versions.current')}
            </Badge>
          )}
        </span>
        <bdi className={styles.name}>{name}</bdi>
        <span>
          <time dateTime={at}>{format.dateTime(at)}</time>
        </span>
        <bdi>{savedBy ?? t('editor.versions.nobody')}</bdi>
        {credentials > 0 && (
          <span>{t('editor.versions.used', { count: credentials, number: format.number(credentials) })}</span>
        )}
      </span>
    </button>
  );
}

type AgainstProps = {
  versions: readonly PastVersion[];
  shown: PastVersion;
  against: PastVersion | undefined;
  onChoose: (number: number) => void;
};

function Against({ versions, shown, against, onChoose }: AgainstProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const label = ({ number, current }: PastVersion) =>
    t(current ? 'editor.versions.currentNumber' : 'editor.versions.version', {
      number: format.number(number),
    });
  const listed = against && !versions.includes(against) ? [...versions, against] : versions;
  return (
    <div className={styles.against}>
      <h2 className={styles.heading}>{label(shown)}</h2>
      <Select
        size="xs"
        w={230}
        aria-label={t('editor.versions.compareWith')}
        value={against ? String(against.number) : null}
        data={listed.map((version) => ({
          value: String(version.number),
          label:
            version.number === shown.number
              ? t('editor.versions.alone')
              : t('editor.versions.comparedWith', { version: label(version) }),
        }))}
        onChange={(value) => value && onChoose(Number(value))}
      />
    </div>
  );
}

type RestoreProps = { version: PastVersion; onRestore: (version: PastVersion) => Promise<void> };

function RestoreButton({ version, onRestore }: RestoreProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="xs"
      loading={busy}
      onClick={() => {
        setBusy(true);
        void onRestore(version).finally(() => setBusy(false));
      }}
    >
      {t('editor.versions.restore', { number: format.number(version.number) })}
    </Button>
  );
}
