import { Button, Progress } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import type { Flaw } from '../../core/check/check';
import { keyOf } from '../../core/document/sheet';
import { useEditor, useEditorContext } from '../../state/context/context';
import { useBlockWords } from '../words/words';
import styles from './PeopleBar.module.css';
import type { useCheck } from './useCheck';
import type { People } from './usePeople';

type Checking = ReturnType<typeof useCheck>;

/** Starts or stops the check of all recipients. */
export function CheckButton({
  checking: { check, start, stop },
  total,
}: {
  checking: Checking;
  total: number;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const running = check.state === 'running';
  const label = check.state === 'idle' ? 'editor.preview.check' : 'editor.preview.checkAgain';
  return (
    <Button
      size="compact-sm"
      variant={running ? 'default' : 'light'}
      leftSection={<IconChecks size={16} aria-hidden />}
      onClick={() => (running ? stop() : void start())}
    >
      {running ? t('editor.preview.stop') : t(label, { count: total, number: format.number(total) })}
    </Button>
  );
}

/** The findings of the check so far, each linked to its recipient and block. */
export function CheckList({ checking, people }: { checking: Checking; people: People }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { check, outdated } = checking;
  if (check.state === 'idle') return null;
  const { checked, total, everybody, findings, more } = check;
  const wrong = findings.length + more;
  const numbers = { checked: format.number(checked), total: format.number(total) };
  return (
    <div className={styles.list}>
      <p className={styles.summary} role="status">
        {check.state === 'running' && t('editor.preview.checking', numbers)}
        {check.state === 'failed' && t('editor.preview.checkFailed', numbers)}
        {check.state === 'stopped' && t('editor.preview.stopped', numbers)}
        {check.state === 'done' &&
          (wrong + everybody.length === 0
            ? t('editor.preview.fits', numbers)
            : t('editor.preview.found', { count: wrong, number: format.number(wrong), ...numbers }))}
        {outdated && check.state !== 'running' && ` ${t('editor.preview.outdated')}`}
      </p>
      {check.state === 'running' && (
        <Progress
          size="xs"
          value={(checked / Math.max(1, total)) * 100}
          aria-label={t('editor.preview.progress')}
        />
      )}
      {(everybody.length > 0 || wrong > 0) && (
        <ul className={styles.findings}>
          {everybody.map((flaw) => (
            <Entry key={`${flaw.block} ${flaw.code}`} name={t('editor.preview.everybody')} flaw={flaw} />
          ))}
          {findings.flatMap(({ recipient, flaws }) =>
            flaws.map((flaw) => (
              <Entry
                key={`${recipient.id} ${flaw.block} ${flaw.code}`}
                name={recipient.name}
                flaw={flaw}
                onChoose={() => people.find(recipient.id)}
              />
            )),
          )}
        </ul>
      )}
      {more > 0 && (
        <p className={styles.note}>
          {t('editor.preview.more', { count: more, number: format.number(more) })}
        </p>
      )}
    </div>
  );
}

type EntryProps = { name: string; flaw: Flaw; onChoose?: () => void };

function Entry({ name, flaw, onChoose }: EntryProps) {
  const { t } = useTranslation();
  const words = useBlockWords();
  const { store } = useEditorContext();
  const block = useEditor((state) => state.sheet.design.blocks.find((one) => keyOf(one) === flaw.block));
  return (
    <li>
      <button
        type="button"
        className={styles.finding}
        disabled={!block}
        onClick={() => {
          store.getState().select([flaw.block]);
          onChoose?.();
        }}
      >
        <bdi className={styles.who}>{name}</bdi>
        <span className={styles.what} data-code={flaw.code}>
          {flawWords(t, flaw)}
        </span>
        <bdi className={styles.where}>{block && words.name(block)}</bdi>
      </button>
    </li>
  );
}

function flawWords(t: TFunction, { code, missing }: Flaw): string {
  switch (code) {
    case 'shrunk':
      return t('editor.preview.flaw.shrunk');
    case 'overflow':
      return t('editor.preview.flaw.overflow');
    case 'missing_glyph':
      return t('editor.preview.flaw.missing_glyph', { characters: missing ?? '' });
    case 'bad_qr':
      return t('editor.preview.flaw.bad_qr');
    case 'missing_image':
      return t('editor.preview.flaw.missing_image');
  }
}
