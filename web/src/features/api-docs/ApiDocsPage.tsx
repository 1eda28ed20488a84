import contractFile from 'virtual:laurel-contract';
import { NavLink, ScrollArea, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { LanguageMenu } from '../../ui/LanguageMenu';
import { Logo } from '../../ui/Logo';
import { ThemeMenu } from '../../ui/ThemeMenu';
import styles from './ApiDocs.module.css';
import { CallView } from './CallView';
import { Changes } from './Changes';
import { readContracts, searched } from './contract';
import { Start } from './Start';

const sections = readContracts(contractFile.contracts, contractFile.examples);
const calls = sections.flatMap((section) => section.calls);

/** Where the changes stand among the calls; no call has that name. */
const CHANGES = 'changelog';

/** The documentation of the API, made of its contract: a start, and every call with examples and a console. */
export function Component() {
  const { t } = useTranslation();
  const { call: id } = useParams();
  const [search, setSearch] = useState('');
  const found = useMemo(() => searched(sections, search), [search]);
  const call = calls.find((other) => other.id === id);
  const changes = id === CHANGES;
  const title = call ? call.title : t(changes ? 'apiDocs.changes' : 'apiDocs.title');
  useEffect(() => {
    document.title = `${title} – ${t('apiDocs.title')}`;
    window.scrollTo(0, 0);
  }, [title, t]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          <Logo />
        </Link>
        <span className={styles.menus}>
          <LanguageMenu />
          <ThemeMenu />
        </span>
      </header>
      <nav className={styles.side} aria-label={t('apiDocs.calls')}>
        <TextInput
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('apiDocs.search')}
          aria-label={t('apiDocs.search')}
          leftSection={<IconSearch size={15} aria-hidden />}
        />
        <ScrollArea className={styles.list} type="auto">
          <NavLink component={Link} to="/docs/api" active={!id} label={t('apiDocs.start.title')} />
          <NavLink
            component={Link}
            to={`/docs/api/${CHANGES}`}
            active={changes}
            label={t('apiDocs.changes')}
          />
          {found.map((section) => (
            <NavLink
              key={`${section.name} ${search !== ''}`}
              label={section.name}
              defaultOpened={search !== '' || section.name === call?.tag}
              childrenOffset={12}
              component="button"
              className={styles.section}
            >
              {section.calls.map((other) => (
                <NavLink
                  key={other.id}
                  component={Link}
                  to={`/docs/api/${other.id}`}
                  active={other.id === id}
                  aria-current={other.id === id ? 'page' : undefined}
                  label={
                    <span className={styles.entry} dir="ltr">
                      <span className={styles.method}>{other.method}</span>
                      <span>{other.title}</span>
                    </span>
                  }
                />
              ))}
            </NavLink>
          ))}
          {found.length === 0 && <p className={styles.none}>{t('apiDocs.nothing')}</p>}
        </ScrollArea>
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
