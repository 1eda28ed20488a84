import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import type { OpenedMenuProps } from './OpenedMenu';

type Opened = (props: OpenedMenuProps) => ReactNode;

let known: Opened | undefined;

async function load(): Promise<Opened> {
  known ??= (await import('./OpenedMenu')).OpenedMenu;
  return known;
}

interface LazyMenuProps extends Omit<OpenedMenuProps, 'target'> {
  /** The button that opens the menu. */
  target: ReactElement<Record<string, unknown>>;
}

/** A menu whose code is loaded when its button is pointed at, focused or pressed. */
export function LazyMenu({ target, ...menu }: LazyMenuProps) {
  const [opened, setOpened] = useState<Opened>();
  const [busy, setBusy] = useState(false);
  if (opened) {
    const Menu = opened;
    return <Menu target={target} {...menu} />;
  }
  const ahead = () => void load().catch(() => undefined);
  const open = async () => {
    setBusy(true);
    try {
      const menu = await load();
      setOpened(() => menu);
    } catch {
      // The connection is gone. The button can be pressed again.
    } finally {
      setBusy(false);
    }
  };
  return cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': busy,
    onClick: () => void open(),
    onPointerEnter: ahead,
    onFocus: ahead,
  });
}
