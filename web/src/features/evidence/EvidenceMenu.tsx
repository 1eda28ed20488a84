import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { changeEvidence, type EvidenceItem, removeEvidence } from './api';
import { useDecisions } from './useDecisions';

interface EvidenceMenuProps {
  uuid: string;
  item: EvidenceItem;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onEdit: () => void;
  onReject: () => void;
  onDone: () => Promise<unknown>;
}

/** Actions for an evidence item. */
export function EvidenceMenu({ uuid, item, place, count, ...on }: EvidenceMenuProps) {
  const { t } = useTranslation();
  const decide = useDecisions();
  const act = (work: () => Promise<void>) => () => {
    void work().then(on.onDone, () => undefined);
  };
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('evidence.remove.title', { name: isolate(item.description) }),
      body: t('evidence.remove.body'),
      confirmLabel: t('evidence.remove.confirm'),
      danger: true,
    });
    if (!sure) return;
    await removeEvidence(uuid, item.id);
    await on.onDone();
  };
  const waits = item.submitted_at !== null;
  const actions: (Action | false)[] = [
    waits &&
      item.state !== 'accepted' && {
        key: 'accept',
        label: t('evidence.accept'),
        icon: IconCheck,
        run: () => void decide([item.id], 'accept'),
      },
    waits &&
      item.state !== 'rejected' && {
        key: 'reject',
        label: t('evidence.reject.action'),
        icon: IconX,
        run: on.onReject,
      },
    !item.supplemental && { key: 'edit', label: t('evidence.edit'), icon: IconPencil, run: on.onEdit },
    place > 0 && {
      key: 'up',
      label: t('evidence.up'),
      icon: IconArrowUp,
      run: () => on.onMove(place - 1),
    },
    place < count - 1 && {
      key: 'down',
      label: t('evidence.down'),
      icon: IconArrowDown,
      run: () => on.onMove(place + 1),
    },
    {
      key: 'hide',
      label: t(item.hidden ? 'evidence.show' : 'evidence.hide'),
      icon: item.hidden ? IconEye : IconEyeOff,
      run: act(() => changeEvidence(uuid, item.id, { hidden: !item.hidden })),
    },
    {
      key: 'remove',
      label: t('evidence.remove.confirm'),
      icon: IconTrash,
      danger: true,
      run: () => void remove().catch(() => undefined),
    },
  ];
  return (
    <ActionMenu
      label={t('evidence.actionsFor', { name: item.description })}
      actions={actions.filter((action) => action !== false)}
    />
  );
}
