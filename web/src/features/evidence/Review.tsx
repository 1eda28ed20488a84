import { Anchor, Button, Group, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import type { Submitted } from './api';
import { EvidenceContent } from './EvidenceContent';
import styles from './evidence.module.css';

/** Keyboard shortcuts for the buttons. */
const KEYS = { accept: 'A', reject: 'R' } as const;

interface ReviewProps {
  item: Submitted;
  mayDecide: boolean;
  onAccept: () => Promise<void>;
  onReject: () => void;
}

/** One item with everything needed to decide on it. */
export function Review({ item, mayDecide, onAccept, onReject }: ReviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const { credential } = item;
  const mayAccept = mayDecide && item.state !== 'accepted';
  const mayReject = mayDecide && item.state !== 'rejected';
  const accept = async () => {
    if (busy || !mayAccept) return;
    setBusy(true);
    await onAccept();
    setBusy(false);
  };
  useHotkeys([
    ['a', () => void accept()],
    ['r', () => mayReject && onReject()],
  ]);
  return (
    <div className={styles.review}>
      <Panel title={t('evidence.queue.review')}>
        <EvidenceContent item={item} large />
        <Facts
          facts={[
            [
              t('evidence.queue.credential'),
              <Anchor
                key="credential"
                component={Link}
                to={`/credentials/${credential.uuid}?tab=evidence`}
                inherit
              >
                <bdi>{credential.name}</bdi>
              </Anchor>,
            ],
            [t('evidence.queue.recipient'), <bdi key="recipient">{credential.recipient.name}</bdi>],
            [t('evidence.queue.email'), <bdi key="email">{credential.recipient.email}</bdi>],
            [t('evidence.queue.group'), <bdi key="group">{credential.group.name}</bdi>],
            [t('evidence.queue.submitted'), item.submitted_at && format.dateTime(item.submitted_at)],
          ]}
        />
        <Group gap="xs">
          {mayAccept && (
            <Button
              loading={busy}
              rightSection={<Kbd aria-hidden>{KEYS.accept}</Kbd>}
              onClick={() => void accept()}
            >
              {t('evidence.accept')}
            </Button>
          )}
          {mayReject && (
            <Button variant="default" rightSection={<Kbd aria-hidden>{KEYS.reject}</Kbd>} onClick={onReject}>
              {t('evidence.reject.action')}
            </Button>
          )}
        </Group>
      </Panel>
    </div>
  );
}
