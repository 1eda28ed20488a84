import { Menu, type MenuProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';

interface MenuEntry {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Whether it is the current choice. */
  current?: boolean;
  lang?: string;
  /** A file to download. */
  href?: string;
  onClick?: () => void;
}

export interface OpenedMenuProps {
  target: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  position: NonNullable<MenuProps['position']>;
  width?: number;
  /** Further items, after the entries. */
  children?: ReactNode;
}

/** A menu that opens when it is mounted, by a button that was pressed before the menu was loaded. */
export function OpenedMenu({ target, entries, position, width, children }: OpenedMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus(); // it is in the place of the one that had the focus, which returns to it
    setOpened(true);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} position={position} {...(width && { width })}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {entries.map(({ key, label, icon, current, lang, href, onClick }) => {
          const shared = {
            leftSection: icon,
            rightSection: current && <IconCheck size={16} aria-hidden />,
            ...(lang && { lang }),
            ...(current !== undefined && { 'aria-current': current }),
          };
          return href ? (
            <Menu.Item key={key} component="a" href={href} download {...shared}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={key} onClick={onClick} {...shared}>
              {label}
            </Menu.Item>
          );
        })}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
