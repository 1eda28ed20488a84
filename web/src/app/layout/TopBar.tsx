import { Burger, Group, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../ui/LanguageMenu';
import { Logo } from '../../ui/Logo';
import { ThemeMenu } from '../../ui/ThemeMenu';
import { AccountMenu } from './AccountMenu';
import styles from './TopBar.module.css';

interface TopBarProps {
  onMenu: () => void;
  onSearch: () => void;
}

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The bar at the top of every page. */
export function TopBar({ onMenu, onSearch }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar}>
      <Group gap="xs" wrap="nowrap" className={styles.start}>
        <Burger size="sm" hiddenFrom="sm" aria-label={t('nav.openMenu')} onClick={onMenu} />
        <Logo />
      </Group>
      <UnstyledButton className={styles.search} onClick={onSearch}>
        <IconSearch size={16} aria-hidden />
        <span className={styles.searchWords}>{t('nav.search')}</span>
        <Kbd size="xs" className={styles.searchWords}>
          {t(MAC ? 'nav.shortcutMac' : 'nav.shortcut')}
        </Kbd>
      </UnstyledButton>
      <Group gap={4} wrap="nowrap">
        <LanguageMenu />
        <ThemeMenu />
        <AccountMenu />
      </Group>
    </div>
  );
}
