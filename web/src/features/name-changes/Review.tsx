import { Anchor, Button, Checkbox, Group, Kbd, Select, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { type Decision, type NameChange, nameChangeQuery } from './api';
import { Difference } from './Difference';
import styles from './NameChanges.module.css';
import { Proof } from './Proof';
import { useDecisions } from './useDecisions';
import { REPLIES, TONES } from './words';

/** Keyboard shortcuts for the buttons. */
const KEYS = { approve: 'A', deny: 'D' } as const;

/** One request with everything needed to decide on it. */
export function Review({ id, onDecided }: { id: number; onDecided: (id: number) => void }) {
  const { t } = useTranslation();
  const mayDecide = usePermission('manage_credentials');
  const { data: change, error } = useQuery(nameChangeQuery(id));
  return (
    <div className={styles.review}>
      <Panel title={t('nameChanges.review')}>
        {error && <Text>{t('nameChanges.gone')}</Text>}
        {!change && !error && <Skeleton height={260} aria-busy />}
        {change && (
          <>
            <Wanted change={change} />
            <Asked change={change} />
            {change.state === 'pending' && mayDecide && (
              <Decide key={change.id} change={change} onDecided={() => onDecided(change.id)} />
            )}
          </>
        )}
      </Panel>
    </div>
  );
}

/** The current value, if the credential still has it, and the requested one. */
function Wanted({ change }: { change: NameChange }) {
  const { t } = useTranslation();
  const { credential, kind, current_name: then, requested_name: wanted } = change;
  if (kind === 'other') {
    return (
      <Text className={styles.note}>
        <bdi>{wanted}</bdi>
        {change.state === 'pending' && (
          <Text span display="block" c="dimmed" fz="sm" mt="xs">
            {t('nameChanges.byHand')}
          </Text>
        )}
      </Text>
    );
  }
  const now = { name: credential.recipient_name, email: credential.recipient_email, date: then }[kind];
  return <Difference from={now} to={wanted} />;
}

function Asked({ change }: { change: NameChange }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { credential } = change;
  return (
    <Facts
      facts={[
        [
          t('nameChanges.column.state'),
          <StateDot key="state" tone={TONES[change.state]}>
            {t(`nameChanges.state.${change.state}`)}
          </StateDot>,
        ],
        [t('nameChanges.column.kind'), t(`recipient.name.kinds.${change.kind}`)],
        [t('nameChanges.column.reason'), t(`recipient.name.reasons.${change.reason}`)],
        [
          t('nameChanges.credential'),
          <Anchor key="credential" component={Link} to={`/credentials/${credential.uuid}`} inherit>
            <bdi>{credential.name}</bdi>
          </Anchor>,
        ],
        [t('nameChanges.email'), <bdi key="email">{credential.recipient_email}</bdi>],
        [t('nameChanges.letters'), change.kind === 'name' ? format.number(change.distance) : null],
        [t('nameChanges.column.asked'), format.dateTime(change.created_at)],
        [
          t('nameChanges.note'),
          change.note ? (
            <bdi key="note" className={styles.note}>
              {change.note}
            </bdi>
          ) : null,
        ],
        [
          t('nameChanges.proof'),
          change.document ? <Proof key="proof" id={change.id} name={change.document} /> : null,
        ],
        [t('nameChanges.confirmedAt'), change.confirmed_at && format.dateTime(change.confirmed_at)],
        [t('nameChanges.decidedBy'), change.decided_by || null],
        [t('nameChanges.decidedAt'), change.decided_at && format.dateTime(change.decided_at)],
        [t('nameChanges.reply'), change.decision_note || null],
      ]}
    />
  );
}

function Decide({ change, onDecided }: { change: NameChange; onDecided: () => void }) {
  const { t } = useTranslation();
  const { decideOne } = useDecisions();
  const [note, setNote] = useState('');
  const [all, setAll] = useState(change.all);
  const [busy, setBusy] = useState<Decision | null>(null);
  const say = async (decision: Decision) => {
    if (busy) return;
    setBusy(decision);
    const done = await decideOne(change, decision, note, all);
    setBusy(null);
    if (done) onDecided();
  };
  useHotkeys([
    ['a', () => void say('approve')],
    ['d', () => void say('deny')],
  ]);
  return (
    <Stack gap="sm">
      <Select
        label={t('nameChanges.replies.label')}
        placeholder={t('nameChanges.replies.choose')}
        value={null}
        data={REPLIES.map((value) => ({ value, label: t(`nameChanges.replies.${value}.name`) }))}
        onChange={(value) => {
          const reply = REPLIES.find((one) => one === value);
          if (reply) setNote(t(`nameChanges.replies.${reply}.text`));
        }}
      />
      <Textarea
        label={t('nameChanges.reply')}
        description={t('nameChanges.replyHelp')}
        autosize
        minRows={2}
        maxLength={1000}
        dir="auto"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {(change.kind === 'name' || change.kind === 'email') && (
        <Checkbox
          label={t('nameChanges.all')}
          description={change.kind === 'name' ? t('nameChanges.allHelp') : undefined}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      <Group gap="xs">
        <Button
          loading={busy === 'approve'}
          rightSection={<Kbd aria-hidden>{KEYS.approve}</Kbd>}
          onClick={() => void say('approve')}
        >
          {t('nameChanges.approve.action')}
        </Button>
        <Button
          variant="default"
          loading={busy === 'deny'}
          rightSection={<Kbd aria-hidden>{KEYS.deny}</Kbd>}
          onClick={() => void say('deny')}
        >
          {t('nameChanges.deny.action')}
        </Button>
      </Group>
    </Stack>
  );
}
