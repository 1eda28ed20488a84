import { Button, Group, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconSend, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { MoreActionsMenu, useMoreKinds } from './MoreActionsMenu';
import type { ActionTarget } from './publishSlot';
import { StandingMenu } from './StandingMenu';
import type { StandingVerb } from './standing';
import { STANDING_ICONS } from './standingIcons';

const VERBS: readonly StandingVerb[] = ['suspend', 'reinstate', 'revoke'];

interface BulkActionsProps {
  count: number;
  onPublish: () => void;
  onDownload: () => void;
  onStanding: (verb: StandingVerb) => void;
  onAct: (kind: ActionTarget['kind']) => void;
  onDelete: () => void;
}

/** The actions for the selected credentials: side by side on wide screens, or else all but the first in one menu. */
export function BulkActions(props: BulkActionsProps) {
  const { count, onPublish, onDownload, onStanding, onAct, onDelete } = props;
  const { t } = useTranslation();
  const words = { count, number: useFormat().number(count) };
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const mayRevoke = usePermission('revoke_credentials');
  return (
    <>
      {mayPublish && (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={onPublish}>
          {t('credentials.bulk.publish', words)}
        </Button>
      )}
      <Group gap="xs" visibleFrom="sm">
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
          {t('credentials.bulk.download', words)}
        </Button>
        {mayRevoke && <StandingMenu verbs={VERBS} onChoose={onStanding} />}
        <MoreActionsMenu onChoose={onAct} />
        {mayManage && (
          <Button
            variant="default"
            c="var(--lr-red)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={onDelete}
          >
            {t('credentials.bulk.delete', words)}
          </Button>
        )}
      </Group>
      <Group hiddenFrom="sm">
        <OneMenu {...props} mayRevoke={mayRevoke} mayManage={mayManage} />
      </Group>
    </>
  );
}

/** All actions in one menu, for narrow screens. */
function OneMenu(props: BulkActionsProps & { mayRevoke: boolean; mayManage: boolean }) {
  const { count, onDownload, onStanding, onAct, onDelete, mayRevoke, mayManage } = props;
  const { t } = useTranslation();
  const words = { count, number: useFormat().number(count) };
  const kinds = useMoreKinds();
  return (
    <Menu withinPortal position="top-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
          {t('actions.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.6} />} onClick={onDownload}>
          {t('credentials.bulk.download', words)}
        </Menu.Item>
        {kinds.map(([kind, Icon]) => (
          <Menu.Item key={kind} leftSection={<Icon size={16} stroke={1.6} />} onClick={() => onAct(kind)}>
            {t(`actions.title.${kind}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {(mayRevoke ? VERBS : []).map((verb) => {
          const Icon = STANDING_ICONS[verb];
          return (
            <Menu.Item
              key={verb}
              leftSection={<Icon size={16} stroke={1.6} />}
              color={verb === 'revoke' ? 'var(--lr-red)' : undefined}
              onClick={() => onStanding(verb)}
            >
              {t(`credentials.actions.${verb}`)}
            </Menu.Item>
          );
        })}
        {mayManage && (
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} />}
            color="var(--lr-red)"
            onClick={onDelete}
          >
            {t('credentials.bulk.delete', words)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
