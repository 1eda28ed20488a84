import { Anchor, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import { ActionMenu } from '../../../ui/ActionMenu';
import { dialog } from '../../../ui/dialog/dialog';
import { ReorderGrip } from '../../../ui/list/ReorderGrip';
import { useReorder } from '../../../ui/list/useReorder';
import { StateDot, type StateTone } from '../../../ui/StateDot';
import { toast } from '../../../ui/toast/toast';
import { changeOwnEvidence, type EvidenceItem, ownSupplementsQuery, removeOwnEvidence } from './api';
import { Section } from './Section';
import styles from './supplements.module.css';

interface OwnEvidenceProps {
  uuid: string;
  onAdd: () => void;
  onEdit: (item: EvidenceItem) => void;
  onDone: () => Promise<void>;
}

/** All evidence of the recipient's credential, in their order. They may change what they added themselves. */
export function OwnEvidence({ uuid, onAdd, onEdit, onDone }: OwnEvidenceProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery(ownSupplementsQuery(uuid));
  const format = useFormat();
  const items = data?.evidence_items ?? [];
  const order = useReorder({
    queryKey: ownSupplementsQuery(uuid).queryKey,
    items,
    hold: (all) => ({ ...data, evidence_items: all }),
    save: async (item, position) => {
      await changeOwnEvidence(uuid, item.id, { position });
      await onDone();
    },
  });
  const remove = async (item: EvidenceItem) => {
    const sure = await dialog.confirm({
      title: t('evidence.remove.title', { name: isolate(item.title) }),
      body: t('evidence.remove.body'),
      confirmLabel: t('evidence.remove.confirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await removeOwnEvidence(uuid, item.id);
    } catch {
      toast.formWarning(t('supplements.failed'), []);
    }
    await onDone();
  };
  return (
    <Section
      title={t('evidence.title')}
      empty={t(data?.accepts_evidence ? 'supplements.evidence.empty' : 'supplements.evidence.closed')}
      failed={!data && error && t('evidence.failed')}
      count={data?.evidence_items.length}
      action={
        data?.accepts_evidence && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onAdd}
          >
            {t('evidence.add')}
          </Button>
        )
      }
    >
      <ol className={styles.items}>
        {items.map((item, at) => (
          <li key={item.id} {...order.row(at)}>
            {items.length > 1 && (
              <ReorderGrip
                label={t('evidence.order.move', { name: isolate(item.title) })}
                grip={order.grip(at)}
              />
            )}
            <Item item={item} />
            {item.supplemental && (
              <ActionMenu
                label={t('evidence.actionsFor', { name: isolate(item.title) })}
                actions={[
                  ...(data?.accepts_evidence
                    ? [{ key: 'edit', label: t('evidence.edit'), icon: IconPencil, run: () => onEdit(item) }]
                    : []),
                  {
                    key: 'remove',
                    label: t('evidence.remove.confirm'),
                    icon: IconTrash,
                    danger: true,
                    run: () => void remove(item),
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">
        {order.last &&
          t('evidence.order.moved', {
            place: format.number(order.last.place + 1),
            total: format.number(items.length),
          })}
      </VisuallyHidden>
    </Section>
  );
}

const TONES: Record<EvidenceItem['state'], StateTone> = {
  draft: 'quiet',
  submitted: 'waiting',
  accepted: 'good',
  rejected: 'bad',
};

function Item({ item }: { item: EvidenceItem }) {
  const { t } = useTranslation();
  const address = item.file ? item.file.url : item.link_url;
  return (
    <div className={styles.words}>
      <Text fw={600}>
        {address ? (
          <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
            <bdi>{item.title}</bdi>
          </Anchor>
        ) : (
          <bdi>{item.title}</bdi>
        )}
      </Text>
      <Text c="dimmed" fz="sm">
        {t(`evidence.category.${(item.category || 'text') as 'file'}`)}
        {' · '}
        {t(item.supplemental ? 'supplements.evidence.yours' : 'supplements.evidence.issuers')}
        {item.visibility !== 'public' && ` · ${t(`evidence.visibility.${item.visibility}`)}`}
      </Text>
      {item.supplemental && (
        <StateDot tone={TONES[item.state]}>{t(`supplements.evidence.state.${item.state}`)}</StateDot>
      )}
      {item.rejection_reason && (
        <Text fz="sm">{t('evidence.rejectedBecause', { reason: isolate(item.rejection_reason) })}</Text>
      )}
    </div>
  );
}
