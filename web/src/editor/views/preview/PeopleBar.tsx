import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { useEditor, useEditorContext } from '../../state/context/context';
import type { PeoplePort } from '../../state/ports/preview';
import { isTyping } from '../focus/typing';
import { CheckButton, CheckList } from './CheckList';
import { GroupSelect, useGroups } from './GroupSelect';
import styles from './PeopleBar.module.css';
import { useCheck } from './useCheck';
import { type People, usePeople } from './usePeople';

/** Shows the page with the recipients of a group, one at a time, and checks which of them it does not fit. */
export function PeopleBar({ people: port }: { people: PeoplePort }) {
  const { t } = useTranslation();
  const { view } = useEditorContext();
  const people = usePeople(port);
  const design = useEditor((state) => state.sheet.design);
  const checking = useCheck(people.walker, design);
  const { group, shown, failed, walker } = people;
  useFirstGroup(port, people);
  useStepKeys(people.step);
  return (
    <section className={styles.holder} aria-label={t('editor.preview.label')}>
      {group && <CheckList checking={checking} people={people} />}
      <div className={styles.bar}>
        <div className={styles.row}>
          <GroupSelect people={port} chosen={group} onChoose={(next) => void people.choose(next)} />
          {shown && <CheckButton checking={checking} total={walker?.total ?? 0} />}
          <Tooltip label={t('editor.preview.close')}>
            <ActionIcon
              aria-label={t('editor.preview.close')}
              onClick={() => view.getState().setPreview({ people: false })}
            >
              <IconX size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
        {failed && (
          <p className={styles.note} role="alert">
            {t('editor.preview.failed')}
          </p>
        )}
        {group && walker?.total === 0 && !failed && (
          <p className={styles.note}>{t('editor.preview.nobody')}</p>
        )}
        {shown && <Stepper people={people} />}
      </div>
    </section>
  );
}

function Stepper({ people: { shown, walker, step, find } }: { people: People }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!shown || !walker) return null;
  const { place, recipient } = shown;
  const { total, longest, shortest } = walker;
  return (
    <div className={styles.stepping}>
      <div className={styles.steps}>
        <Step
          label={t('editor.preview.previous')}
          keys="PageUp"
          disabled={place === 0}
          onPress={() => step(-1)}
          back
        />
        <span className={styles.place}>
          {t('editor.preview.place', { place: format.number(place + 1), total: format.number(total) })}
        </span>
        <Step
          label={t('editor.preview.next')}
          keys="PageDown"
          disabled={place >= total - 1}
          onPress={() => step(1)}
        />
      </div>
      <bdi className={styles.person} title={recipient.name}>
        {recipient.name}
      </bdi>
      <Button size="compact-xs" variant="default" onClick={() => find(longest)}>
        {t('editor.preview.longest')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => find(shortest)}>
        {t('editor.preview.shortest')}
      </Button>
    </div>
  );
}

type StepProps = { label: string; keys: string; disabled: boolean; back?: boolean; onPress: () => void };

function Step({ label, keys, disabled, back, onPress }: StepProps) {
  const { t } = useTranslation();
  const Icon = back ? IconChevronLeft : IconChevronRight;
  const hint = t(back ? 'editor.preview.keyBack' : 'editor.preview.keyOn');
  return (
    <Tooltip label={`${label} (${hint})`}>
      <ActionIcon aria-label={label} aria-keyshortcuts={keys} disabled={disabled} onClick={onPress}>
        <Icon size={18} stroke={1.7} aria-hidden className={styles.mirrored} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Selects a group that uses the design first, so that a recipient is shown at once. */
function useFirstGroup(port: PeoplePort, { group, choose }: People): void {
  const groups = useGroups(port, '');
  const first = groups?.find(({ uses, count }) => uses && count > 0);
  useEffect(() => {
    if (first && !group) void choose(first);
  }, [first, group, choose]);
}

function useStepKeys(step: (by: number) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
      // Page Up and Page Down do nothing in a single-line field, so they step from there too.
      const writing = isTyping(event.target) && !(event.target instanceof HTMLInputElement);
      if (by === 0 || event.defaultPrevented || writing) return;
      event.preventDefault();
      step(by);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [step]);
}
