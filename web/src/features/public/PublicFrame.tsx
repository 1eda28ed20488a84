import { Group } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LanguageMenu } from '../../ui/LanguageMenu';
import { Logo } from '../../ui/Logo';
import { ThemeMenu } from '../../ui/ThemeMenu';
import styles from './PublicFrame.module.css';

interface PublicFrameProps {
  /** Title of the browser tab. */
  title: string;
  /** The issuer in the header, or the product if there is none. */
  issuer?: { name: string; logo: string; whitelabel_logo?: string; page_banner?: string };
  /** URL of the contact page for the issuer. */
  contact?: string;
  children: ReactNode;
}

/** Layout of the pages for recipients and visitors: the issuer at the top, the product in the footer. */
export function PublicFrame({ title, issuer, contact, children }: PublicFrameProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {issuer?.whitelabel_logo ? (
          <img src={issuer.whitelabel_logo} alt={issuer.name} className={styles.whitelabel} />
        ) : issuer ? (
          <span className={styles.issuer}>
            {issuer.logo && <img src={issuer.logo} alt="" />}
            <bdi>{issuer.name}</bdi>
          </span>
        ) : (
          <Logo />
        )}
        <Group gap={4} className={styles.menus}>
          <LanguageMenu />
          <ThemeMenu />
        </Group>
      </header>
      <main className={styles.main}>
        {issuer?.page_banner && <img src={issuer.page_banner} alt="" className={styles.banner} />}
        {children}
      </main>
      <footer className={styles.footer}>
        <span>{t('public.footer')}</span>
        {contact && <Link to={contact}>{t('contact.link')}</Link>}
        <Link to="/verify">{t('public.verify.title')}</Link>
      </footer>
    </div>
  );
}
