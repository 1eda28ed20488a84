import {
  IconArchive,
  IconArchiveOff,
  IconArrowRight,
  IconCopy,
  IconMail,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/ActionMenu';
import type { Group } from './api';
import { useGroupActions } from './useGroupActions';
import { useGroupClone } from './useGroupClone';
import { useGroupMove } from './useGroupMove';

/** Actions for one group in the list. */
export function GroupMenu({ group }: { group: Group }) {
  const { t } = useTranslation();
  const actions = useGroupActions(group);
  const { clone, question } = useGroupClone(group);
  const moving = useGroupMove(group);
  const archived = group.state === 'archived';
  return (
    <>
      {question}
      {moving.question}
      <ActionMenu
        label={t('groups.actionsFor', { name: group.name })}
        actions={[
          {
            key: 'settings',
            label: t('groups.settings.title'),
            icon: IconSettings,
            to: `/groups/${group.id}/settings`,
          },
          { key: 'clone', label: t('groups.actions.clone'), icon: IconCopy, run: clone },
          ...(moving.move
            ? [{ key: 'move', label: t('groups.move.action'), icon: IconArrowRight, run: moving.move }]
            : []),
          {
            key: 'example',
            label: t('groups.actions.example'),
            icon: IconMail,
            run: () => void actions.sendExample(),
          },
          {
            key: 'archive',
            label: t(archived ? 'groups.actions.unarchive' : 'groups.actions.archive'),
            icon: archived ? IconArchiveOff : IconArchive,
            run: () => void actions.toggleArchived(),
          },
          {
            key: 'delete',
            label: t('groups.actions.delete'),
            icon: IconTrash,
            run: () => void actions.remove(),
            danger: true,
          },
        ]}
      />
    </>
  );
}
