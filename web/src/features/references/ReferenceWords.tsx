import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { StateDot } from '../../ui/StateDot';
import type { Reference } from './api';
import styles from './references.module.css';
import { stateOf, TONES } from './states';
import { useApproval } from './useApproval';

interface ReferenceWordsProps {
  uuid: string;
  reference: Reference;
  mayDecide: boolean;
  onReject: () => void;
  onDone: () => Promise<unknown>;
}

/** One reference with its referee, text and state. */
export function ReferenceWords({ uuid, reference, mayDecide, onReject, onDone }: ReferenceWordsProps) {
  const { t } = useTranslation();
  const state = stateOf(reference);
  const { busy, approve } = useApproval(uuid, reference, onDone);
  const { referee, relationship } = reference;
  return (
    <div className={styles.words}>
      <Text fw={600}>
        <bdi>{referee.name}</bdi>
      </Text>
      {referee.title && (
        <Text fz="sm">
          <bdi>{referee.title}</bdi>
        </Text>
      )}
      {relationship && (
        <Text c="dimmed" fz="sm">
          {t(`references.relationship.${relationship}`)}
        </Text>
      )}
      {reference.description && (
        <blockquote dir="auto" className={styles.said}>
          {reference.description}
        </blockquote>
      )}
      <Text fz="sm" mt={4}>
        <StateDot tone={TONES[state]}>{t(`references.state.${state}`)}</StateDot>
      </Text>
      <Notes reference={reference} />
      {mayDecide && state === 'submitted' && (
        <Group gap="xs" mt="xs">
          <Button size="compact-sm" loading={busy} onClick={approve}>
            {t('references.approve')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onReject}>
            {t('references.reject')}
          </Button>
        </Group>
      )}
    </div>
  );
}

function Notes({ reference }: { reference: Reference }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { requested_at: asked, expires_at: until } = reference;
  const notes = [
    reference.asked_by === 'recipient' && t('references.byRecipient'),
    reference.state === 'requested' &&
      asked &&
      until &&
      t('references.askedOn', {
        date: isolate(format.date(asked.slice(0, 10))),
        until: isolate(format.date(until.slice(0, 10))),
      }),
    reference.rejection_reason && t('references.reason', { reason: isolate(reference.rejection_reason) }),
  ].filter(Boolean);
  return notes.map((note) => (
    <Text key={note as string} c="dimmed" fz="sm">
      {note}
    </Text>
  ));
}
