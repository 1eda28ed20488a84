import { ActionIcon, Menu } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { isLocked, isLockedAnyhow, LOCK_PARTS } from '../../state/editing/locks';
import type { Commands } from '../commands/useCommands';

type Props = {
  blocks: readonly Block[];
  commands: Commands;
  /** The name of the button. */
  label: string;
  hint?: string;
  small?: boolean;
};

/** Locks position, content and style of blocks separately. */
export function LockMenu({ blocks, commands, label, hint, small }: Props) {
  const { t } = useTranslation();
  const keys = blocks.map(keyOf);
  const anyhow = blocks.some(isLockedAnyhow);
  const Icon = anyhow ? IconLock : IconLockOpen;
  return (
    <Menu closeOnItemClick={false} position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          size={small ? 'sm' : 'md'}
          variant={anyhow && !small ? 'light' : 'subtle'}
          c={small && !anyhow ? 'dimmed' : undefined}
          aria-label={label}
          title={hint ? `${label} (${hint})` : label}
        >
          <Icon size={small ? 15 : 17} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('editor.lock.title')}</Menu.Label>
        {LOCK_PARTS.map((part) => {
          const all = blocks.every((block) => isLocked(block, part));
          return (
            <Menu.CheckboxItem
              key={part}
              checked={all}
              onChange={(locks) => commands.setLock(keys, part, locks)}
            >
              {t(`editor.lock.${part}`)}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item onClick={() => commands.toggleLock(keys)}>
          {t(isAllLocked(blocks) ? 'editor.lock.none' : 'editor.lock.all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const isAllLocked = (blocks: readonly Block[]) =>
  blocks.every((block) => LOCK_PARTS.every((part) => isLocked(block, part)));
