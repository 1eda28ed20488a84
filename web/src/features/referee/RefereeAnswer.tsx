import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { type Invitation, invitationQuery, withdrawReference } from './api';
import { RefereeForm } from './RefereeForm';
import styles from './referee.module.css';

interface RefereeAnswerProps {
  token: string;
  invitation: Invitation;
}

/** The request to the referee, their reference, and its state. */
export function RefereeAnswer({ token, invitation }: RefereeAnswerProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [editing, setEditing] = useState(false);
  const [declined] = useState(() => invitation.state === 'requested');
  const { state } = invitation;
  const take = (next: Invitation) => {
    queries.setQueryData(invitationQuery(token).queryKey, next);
    setEditing(false);
  };
  const told = state === 'withdrawn' && declined ? 'declined' : state;
  const writes = state === 'requested' || state === 'rejected' || editing;
  return (
    <Stack gap="lg" className={styles.page}>
      <Asking invitation={invitation} />
      {told !== 'requested' && <Told key={told} told={told} reason={invitation.rejection_reason} />}
      {writes ? (
        <RefereeForm
          token={token}
          invitation={invitation}
          onSent={take}
          onCancel={editing ? () => setEditing(false) : undefined}
          extra={!editing && <Withdraw token={token} invitation={invitation} onDone={take} />}
        />
      ) : (
        state !== 'withdrawn' && (
          <>
            <Written invitation={invitation} />
            <Group gap="xs">
              {state === 'submitted' && (
                <Button variant="default" onClick={() => setEditing(true)}>
                  {t('referee.edit')}
                </Button>
              )}
              <Withdraw token={token} invitation={invitation} onDone={take} />
            </Group>
          </>
        )
      )}
    </Stack>
  );
}

function Asking({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const values = {
    name: isolate(invitation.recipient_name),
    course: isolate(invitation.credential_name),
    issuer: isolate(invitation.issuer.name),
  };
  return (
    <Stack gap="xs">
      <Title order={1}>{t('referee.heading', values)}</Title>
      <Text>{t(`referee.lead.${invitation.asked_by}`, values)}</Text>
      {invitation.message && invitation.state === 'requested' && (
        <blockquote dir="auto" className={styles.said}>
          {invitation.message}
        </blockquote>
      )}
    </Stack>
  );
}

/** The state of the reference. It takes the focus after a change. */
function Told({
  told,
  reason,
}: {
  told: Exclude<Invitation['state'], 'requested'> | 'declined';
  reason: string;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="status"
      className={styles.told}
      data-tone={told === 'rejected' ? 'waiting' : 'good'}
    >
      <Title order={2} size="h3">
        {t(`referee.${told}.title`)}
      </Title>
      <Text>{t(`referee.${told}.text`)}</Text>
      {told === 'rejected' && reason && <Text>{t('referee.reason', { reason: isolate(reason) })}</Text>}
    </div>
  );
}

function Written({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const { referee, relationship } = invitation;
  return (
    <figure className={styles.written}>
      <blockquote dir="auto" className={styles.said}>
        {invitation.description}
      </blockquote>
      <figcaption>
        <Text fw={600}>
          <bdi>{referee.name}</bdi>
        </Text>
        {referee.title && (
          <Text>
            <bdi>{referee.title}</bdi>
          </Text>
        )}
        {relationship && <Text c="dimmed">{t(`references.relationship.${relationship}`)}</Text>}
        {referee.url && (
          <Text c="dimmed">
            <bdi>{referee.url}</bdi>
          </Text>
        )}
      </figcaption>
    </figure>
  );
}

interface WithdrawProps extends RefereeAnswerProps {
  onDone: (next: Invitation) => void;
}

function Withdraw({ token, invitation, onDone }: WithdrawProps) {
  const { t } = useTranslation();
  const kind = invitation.state === 'requested' ? 'decline' : 'withdraw';
  const withdraw = async () => {
    const sure = await dialog.confirm({
      title: t(`referee.${kind}Sure.title`),
      body: t(`referee.${kind}Sure.body`),
      confirmLabel: t(`referee.${kind}Sure.confirm`),
      danger: true,
    });
    if (!sure) return;
    try {
      onDone(await withdrawReference(token));
    } catch {
      await dialog.warning({ title: t('referee.pageTitle'), body: t('referee.failed') });
    }
  };
  return (
    <Button variant="subtle" color="gray" onClick={() => void withdraw()}>
      {t(`referee.${kind}`)}
    </Button>
  );
}
