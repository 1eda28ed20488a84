import { Button, Menu } from '@mantine/core';
import {
  IconCalendarOff,
  IconChevronUp,
  IconDots,
  IconFolderShare,
  IconLock,
  IconMail,
  IconMailForward,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import type { ActionTarget } from './publishSlot';

type Kind = Exclude<ActionTarget['kind'], 'delete'>;

const KINDS = [
  ['expiry', IconCalendarOff, 'manage_credentials'],
  ['move', IconFolderShare, 'manage_credentials'],
  ['privacy', IconLock, 'manage_credentials'],
  ['resend', IconMailForward, 'publish_credentials'],
  ['remind', IconMail, 'publish_credentials'],
] as const;

/** Returns the further bulk operations that the user is allowed to run. */
export function useMoreKinds() {
  const may = {
    manage_credentials: usePermission('manage_credentials'),
    publish_credentials: usePermission('publish_credentials'),
  };
  return KINDS.filter(([, , permission]) => may[permission]);
}

/** A menu of further bulk operations. */
export function MoreActionsMenu({ onChoose }: { onChoose: (kind: Kind) => void }) {
  const { t } = useTranslation();
  const kinds = useMoreKinds();
  if (kinds.length === 0) return null;
  return (
    <Menu withinPortal position="top-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDots size={16} aria-hidden />}
          rightSection={<IconChevronUp size={16} aria-hidden />}
        >
          {t('actions.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(([kind, Icon]) => (
          <Menu.Item key={kind} leftSection={<Icon size={16} stroke={1.6} />} onClick={() => onChoose(kind)}>
            {t(`actions.title.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
