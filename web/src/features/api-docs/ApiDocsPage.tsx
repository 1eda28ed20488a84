import contractFile from 'virtual:laurel-contract';
import { Button } from '@mantine/core';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { LanguageMenu } from '../../ui/LanguageMenu';
import { Logo } from '../../ui/Logo';
import { ThemeMenu } from '../../ui/ThemeMenu';
import styles from './ApiDocs.module.css';
import { CallView } from './CallView';
import { Changes } from './Changes';
import { CHANGES, Contents } from './Contents';
import { readContracts } from './contract';
import { Start } from './Start';

const sections = readContracts(contractFile.contracts, contractFile.examples);
const calls = sections.flatMap((section) => section.calls);

/** The API documentation, generated from the OpenAPI contract: a quick start, and each call with examples and a console. */
export function Component() {
  const { t } = useTranslation();
  const { call: id } = useParams();
  const [open, setOpen] = useState(false);
  const call = calls.find((other) => other.id === id);
  const changes = id === CHANGES;
  const title = call ? call.title : t(changes ? 'apiDocs.changes' : 'apiDocs.title');
  useEffect(() => {
    document.title = call || changes ? `${title} – ${t('apiDocs.title')}` : title;
  }, [call, changes, title, t]);
  useDeepLink(id);
  const Icon = open ? IconX : IconMenu2;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          <Logo />
        </Link>
        <span className={styles.menus}>
          <Button
            variant="default"
            size="xs"
            className={styles.toggle}
            leftSection={<Icon size={15} aria-hidden />}
            aria-expanded={open}
            aria-controls="api-contents"
            onClick={() => setOpen(!open)}
          >
            {t('apiDocs.contents')}
          </Button>
          <LanguageMenu />
          <ThemeMenu />
        </span>
      </header>
      <nav
        id="api-contents"
        className={styles.side}
        data-open={open || undefined}
        aria-label={t('apiDocs.calls')}
      >
        <Contents sections={sections} id={id} onGo={() => setOpen(false)} />
      </nav>
      <main className={styles.main}>
        {call && <CallView key={call.id} call={call} />}
        {!id && <Start sections={sections} />}
        {changes && <Changes />}
        {id && !call && !changes && (
          <EmptyState
            level={1}
            title={t('apiDocs.unknown.title')}
            description={t('apiDocs.unknown.text')}
            action={<Link to="/docs/api">{t('apiDocs.start.title')}</Link>}
          />
        )}
      </main>
    </div>
  );
}

/** Scrolls to the element that the URL fragment names, or to the top. */
function useDeepLink(id: string | undefined): void {
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call is another page
  useEffect(() => {
    const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target) {
      window.scrollTo(0, 0);
      return;
    }
    const folded = target.closest('details');
    if (folded) folded.open = true;
    target.scrollIntoView();
  }, [id, hash]);
}
