import { Anchor, Button, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { RunningProgress } from '../../ui/progress/RunningProgress';
import type { Selection } from './api';
import type { Finding } from './check';
import styles from './publish.module.css';
import { type DraftCheck, useDraftCheck } from './useDraftCheck';

/** The maximum number of listed findings. The number of the others is shown. */
const LISTED = 100;

/** Problems in the designs of the drafts to publish. They do not block publishing. */
export function DesignChecks({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  const [picked] = useState(selection);
  const check = useDraftCheck(picked, asked);
  if (!check || (check.total === 0 && check.state !== 'failed')) return null;
  const { state, total, checked, startedAt } = check;
  return (
    <section aria-label={t('publish.check.title')}>
      <Text fw={500}>{t('publish.check.title')}</Text>
      {state === 'waiting' && (
        <div>
          <Text c="dimmed" mb="xs">
            {t('publish.check.askWhy')}
          </Text>
          <Button variant="default" size="xs" onClick={() => setAsked(true)}>
            {t('publish.check.ask', { count: total, number: format.number(total) })}
          </Button>
        </div>
      )}
      {state === 'running' && (
        <RunningProgress
          label={t('publish.check.running')}
          startedAt={startedAt}
          done={checked}
          total={total}
        />
      )}
      {state === 'failed' && <Text c="dimmed">{t('publish.check.failed')}</Text>}
      {state !== 'waiting' && <Findings check={check} />}
    </section>
  );
}

function Findings({ check }: { check: DraftCheck }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, findings, checked } = check;
  const entries = together(findings);
  const count = entries.length + check.more;
  const unlisted = count - Math.min(entries.length, LISTED);
  return (
    <>
      {state === 'done' && (
        <Text c="dimmed" role="status">
          {count === 0
            ? t('publish.check.fits', { count: checked, number: format.number(checked) })
            : t('publish.check.found', { count, number: format.number(count) })}
        </Text>
      )}
      {count > 0 && (
        <ul className={styles.refusals}>
          {entries.slice(0, LISTED).map(({ finding, others }) => (
            <Entry key={finding.key} finding={finding} others={others} />
          ))}
        </ul>
      )}
      {unlisted > 0 && (
        <Text c="dimmed">
          {t('publish.check.more', { count: unlisted, number: format.number(unlisted) })}
        </Text>
      )}
    </>
  );
}

type Shared = { finding: Finding; others: number };

/** Merges findings about the same problem of a block. The first recipient is shown and the others are counted. */
function together(findings: readonly Finding[]): Shared[] {
  const shared = new Map<string, Shared>();
  for (const finding of findings) {
    const { design, block, flaw, recipient } = finding;
    const missing = 'missing' in flaw ? flaw.missing : '';
    const what = [design.id, block?.block_index ?? '', flaw.code, missing, recipient === null].join();
    const known = shared.get(what);
    if (known) known.others++;
    else shared.set(what, { finding, others: 0 });
  }
  return [...shared.values()];
}

/** A finding with its recipient, problem and block. Links open in a new tab, so that the dialog stays open. */
function Entry({ finding: { recipient, flaw, design, block }, others }: Shared) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li>
      {recipient ? (
        <Anchor component={Link} to={`/credentials/${recipient.id}`} target="_blank" inherit>
          <bdi>{recipient.name || recipient.id}</bdi>
        </Anchor>
      ) : (
        t('publish.check.everybody')
      )}
      {others > 0 && ` ${t('publish.check.others', { count: others, number: format.number(others) })}`}
      {': '}
      {words(t, flaw)}
      {' · '}
      <bdi>{block ? block.name || t(`editor.kind.${block.kind}`) : t('publish.check.background')}</bdi>
      {' · '}
      <Anchor component={Link} to={`/designs/${design.id}/edit`} target="_blank" inherit>
        <bdi>{design.name}</bdi>
      </Anchor>
    </li>
  );
}

function words(t: TFunction, flaw: Finding['flaw']): string {
  switch (flaw.code) {
    case 'faint_text':
    case 'faint_qr':
    case 'small_qr':
    case 'coarse_picture':
    case 'missing_picture':
      return t(`publish.check.look.${flaw.code}`);
    case 'missing_glyph':
      return t('editor.preview.flaw.missing_glyph', {
        characters: ('missing' in flaw && flaw.missing) || '',
      });
    default:
      return t(`editor.preview.flaw.${flaw.code}`);
  }
}
