import { Button, Group, Text } from '@mantine/core';
import { IconMail, IconMessageQuestion, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { isolate } from '../../../lib/bidi';
import { ActionMenu } from '../../../ui/ActionMenu';
import { dialog } from '../../../ui/dialog/dialog';
import { StateDot, type StateTone } from '../../../ui/StateDot';
import { toast } from '../../../ui/toast/toast';
import {
  decideOwnReference,
  ownReferencesQuery,
  ownSupplementsQuery,
  type Reference,
  remindReferee,
  removeOwnReference,
} from './api';
import { Section } from './Section';
import styles from './supplements.module.css';

interface OwnReferencesProps {
  uuid: string;
  onAsk: () => void;
  onDone: () => Promise<void>;
}

/** The references of the recipient's credential. What a referee wrote is shown publicly once they approve it. */
export function OwnReferences({ uuid, onAsk, onDone }: OwnReferencesProps) {
  const { t } = useTranslation();
  const { data: credential } = useQuery(ownSupplementsQuery(uuid));
  const { data, error } = useQuery(ownReferencesQuery(uuid));
  const open = credential?.accepts_references ?? false;
  return (
    <Section
      title={t('references.title')}
      empty={t(open ? 'supplements.references.empty' : 'supplements.references.closed')}
      failed={!data && error && t('references.failed')}
      count={data?.length}
      action={
        open && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconMessageQuestion size={14} aria-hidden />}
            onClick={onAsk}
          >
            {t('references.ask')}
          </Button>
        )
      }
    >
      <ul className={styles.items}>
        {data?.map((reference) => (
          <li key={reference.id}>
            <One uuid={uuid} reference={reference} onDone={onDone} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const TONES: Record<Reference['state'], StateTone> = {
  requested: 'quiet',
  submitted: 'waiting',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'quiet',
};

function One({
  uuid,
  reference,
  onDone,
}: {
  uuid: string;
  reference: Reference;
  onDone: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { id, referee, state, description, expires_at: until } = reference;
  const expired = state === 'requested' && until !== null && Date.parse(until) <= Date.now();
  const name = isolate(referee.name);
  const act = async (work: () => Promise<void>, said: string) => {
    try {
      await work();
      toast.success(said);
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('supplements.failed'), []);
    }
    await onDone();
  };
  const remove = async () => {
    const asked = state === 'requested' ? 'takeBack' : 'remove';
    const sure = await dialog.confirm({
      title: t(`references.${asked}.title`, { name }),
      body: t(`references.${asked}.body`),
      confirmLabel: t(`references.${asked}.confirm`),
      danger: true,
    });
    if (sure) await act(() => removeOwnReference(uuid, id), t('supplements.references.removed'));
  };
  const mine = reference.asked_by === 'recipient';
  return (
    <>
      <div className={styles.words}>
        <Text fw={600}>
          <bdi>{referee.name}</bdi>
        </Text>
        {description && (
          <blockquote dir="auto" className={styles.said}>
            {description}
          </blockquote>
        )}
        <StateDot tone={TONES[state]}>{t(`references.state.${expired ? 'expired' : state}`)}</StateDot>
        {mine && state === 'submitted' && (
          <Group gap="xs" mt="xs">
            <Button
              size="compact-sm"
              onClick={() =>
                void act(() => decideOwnReference(uuid, id, 'approve'), t('references.done.approved'))
              }
            >
              {t('references.approve')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                void act(() => decideOwnReference(uuid, id, 'reject'), t('supplements.references.declined'))
              }
            >
              {t('supplements.references.decline')}
            </Button>
          </Group>
        )}
      </div>
      {mine && (
        <ActionMenu
          label={t('references.actionsFor', { name })}
          actions={[
            ...(state === 'requested'
              ? [
                  {
                    key: 'remind',
                    label: t('supplements.references.remind'),
                    icon: IconMail,
                    run: () =>
                      void act(
                        () => remindReferee(uuid, id),
                        t('references.done.asked', { email: isolate(referee.email ?? referee.name) }),
                      ),
                  },
                ]
              : []),
            {
              key: 'remove',
              label: t(state === 'requested' ? 'references.takeBack.confirm' : 'references.remove.confirm'),
              icon: IconTrash,
              danger: true,
              run: () => void remove(),
            },
          ]}
        />
      )}
    </>
  );
}
