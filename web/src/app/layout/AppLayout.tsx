import { AppShell, CloseButton, Drawer } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { usePermission } from '../../api/session';
import { useDesignFonts } from '../../features/fonts/designFonts';
import { OperationTray } from '../../features/operations/OperationTray';
import { QuickIssueDialog } from '../../features/quick-issue/QuickIssueDialog';
import { Logo } from '../../ui/Logo';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { SkipLink } from '../../ui/SkipLink';
import styles from './AppLayout.module.css';
import { ArchivedNotice } from './ArchivedNotice';
import { BillingNotice } from './BillingNotice';
import { Navigation } from './Navigation';
import { PlaceSearch } from './PlaceSearch';
import { SecondFactorNotice } from './SecondFactorNotice';
import { TopBar } from './TopBar';
import { VerifyNotice } from './VerifyNotice';

/** The layout of the dashboard: navigation at the side, search and account at the top. */
export function AppLayout() {
  const { t } = useTranslation();
  useDesignFonts();
  const [menuOpen, menu] = useDisclosure();
  const [searchOpen, search] = useDisclosure();
  const [issueOpen, issue] = useDisclosure();
  const mayIssue = usePermission('manage_credentials');
  useHotkeys([['mod+K', search.open]], []);

  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: true } }}>
      <SkipLink to="content">{t('nav.skip')}</SkipLink>
      <AppShell.Header className={styles.header}>
        <TopBar onMenu={menu.open} onSearch={search.open} />
      </AppShell.Header>
      <AppShell.Navbar className={styles.navbar} component="nav" aria-label={t('nav.label')}>
        <Navigation />
      </AppShell.Navbar>
      <Drawer
        opened={menuOpen}
        onClose={menu.close}
        size={280}
        withCloseButton={false}
        attributes={{ content: { 'aria-label': t('nav.label') } }}
      >
        <div className={styles.drawerHead}>
          <Logo />
          <CloseButton aria-label={t('nav.closeMenu')} onClick={menu.close} />
        </div>
        <Navigation onNavigate={menu.close} />
      </Drawer>
      <AppShell.Main className={styles.main} id="content" tabIndex={-1}>
        <div className={styles.content}>
          <VerifyNotice />
          <SecondFactorNotice />
          <ArchivedNotice />
          <BillingNotice />
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </div>
        <OperationTray />
      </AppShell.Main>
      <PlaceSearch opened={searchOpen} onClose={search.close} onIssue={mayIssue ? issue.open : undefined} />
      {issueOpen && <QuickIssueDialog onClose={issue.close} />}
    </AppShell>
  );
}
