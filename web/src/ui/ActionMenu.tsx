import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';

export interface Action {
  key: string;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** A path within the app. Without it, use `run` or `href`. */
  to?: string;
  /** A URL that is opened in a new tab or downloaded. */
  href?: string;
  run?: () => void;
  danger?: boolean;
}

interface ActionMenuProps {
  /** The accessible name of the menu, such as "Actions for Ana Silva". */
  label: string;
  actions: readonly Action[];
}

/** A three-dot button that opens a menu of the actions for one item. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <ActionItem key={action.key} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItem({ action }: { action: Action }) {
  const props = {
    leftSection: <action.icon size={16} stroke={1.6} />,
    color: action.danger ? 'var(--lr-red)' : undefined,
    children: action.label,
  };
  if (action.to) return <Menu.Item {...props} component={Link} to={action.to} />;
  if (action.href)
    return <Menu.Item {...props} component="a" href={action.href} target="_blank" rel="noopener" />;
  return <Menu.Item {...props} onClick={action.run} />;
}
