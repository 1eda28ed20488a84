import { IconArrowDown, IconArrowUp, IconCheck, IconMail, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { type Reference, removeReference, resendReference } from './api';
import { useApproval } from './useApproval';

interface ReferenceMenuProps {
  uuid: string;
  reference: Reference;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onReject: () => void;
  onDone: () => Promise<unknown>;
}

/** Actions for a reference. */
export function ReferenceMenu(props: ReferenceMenuProps) {
  const { uuid, reference, place, count, onMove, onReject, onDone } = props;
  const { t } = useTranslation();
  const { approve } = useApproval(uuid, reference, onDone);
  const { state } = reference;
  const name = isolate(reference.referee.name);
  const remove = useRemoval(props);
  const resend = async () => {
    await resendReference(uuid, reference.id);
    toast.success(t('references.done.asked', { email: isolate(reference.referee.email ?? '') }));
    await onDone();
  };
  const all: (Action | false)[] = [
    state === 'rejected' && { key: 'approve', label: t('references.approve'), icon: IconCheck, run: approve },
    state === 'approved' && { key: 'reject', label: t('references.reject'), icon: IconX, run: onReject },
    state === 'requested' && {
      key: 'resend',
      label: t('references.resend'),
      icon: IconMail,
      run: () => void resend().catch(() => undefined),
    },
    place > 0 && { key: 'up', label: t('references.up'), icon: IconArrowUp, run: () => onMove(place - 1) },
    place < count - 1 && {
      key: 'down',
      label: t('references.down'),
      icon: IconArrowDown,
      run: () => onMove(place + 1),
    },
    {
      key: 'remove',
      label: t(state === 'requested' ? 'references.takeBack.confirm' : 'references.remove.confirm'),
      icon: IconTrash,
      danger: true,
      run: remove,
    },
  ];
  return (
    <ActionMenu
      label={t('references.actionsFor', { name })}
      actions={all.filter((action) => action !== false)}
    />
  );
}

function useRemoval({ uuid, reference, onDone }: ReferenceMenuProps) {
  const { t } = useTranslation();
  const kind = reference.state === 'requested' ? 'takeBack' : 'remove';
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t(`references.${kind}.title`, { name: isolate(reference.referee.name) }),
      body: t(`references.${kind}.body`),
      confirmLabel: t(`references.${kind}.confirm`),
      danger: true,
    });
    if (!sure) return;
    await removeReference(uuid, reference.id);
    await onDone();
  };
  return () => void remove().catch(() => undefined);
}
