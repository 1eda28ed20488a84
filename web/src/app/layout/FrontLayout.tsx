import { Group } from '@mantine/core';
import { Outlet } from 'react-router';
import { LanguageMenu } from '../../ui/LanguageMenu';
import { Logo } from '../../ui/Logo';
import { ThemeMenu } from '../../ui/ThemeMenu';
import styles from './FrontLayout.module.css';

/** The layout of the pages before sign-in: a card in the middle. */
export function FrontLayout() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Logo />
        <Group gap={4}>
          <LanguageMenu />
          <ThemeMenu />
        </Group>
      </header>
      <main className={styles.main}>
        <div className={styles.sheet}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
