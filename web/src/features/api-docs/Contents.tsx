import { NavLink, ScrollArea, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import styles from './ApiDocs.module.css';
import { type Call, type Section, searched } from './contract';

/** The URL segment of the changelog. No call has this ID. */
export const CHANGES = 'changelog';

/** Shortcut that focuses the search field. */
const SLASH = '/';

/** Table of contents with a search. `onGo` is called on navigation. */
export function Contents({
  sections,
  id,
  onGo,
}: {
  sections: Section[];
  id: string | undefined;
  onGo: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => searched(sections, search), [sections, search]);
  const here = sections.find(({ calls }) => calls.some((call) => call.id === id))?.name;
  useSlash(field);

  /** Arrow keys move through the results, Enter in the field opens the first one, and Escape clears the search. */
  const onKeyDown = (event: KeyboardEvent) => {
    const first = found[0];
    if (event.key === 'Escape') {
      setSearch('');
      field.current?.focus();
    } else if (event.key === 'Enter' && event.target === field.current && search !== '' && first) {
      onGo();
      void navigate(`/docs/api/${first.call.id}`);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
      const at = links.indexOf(event.target as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
      (links[at] ?? field.current)?.focus();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows only move between the controls inside
    <div className={styles.contents} onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('apiDocs.search')}
        aria-label={t('apiDocs.search')}
        aria-keyshortcuts="/"
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={<kbd className={styles.slash}>{SLASH}</kbd>}
      />
      <ScrollArea className={styles.list} type="auto" ref={list}>
        {search === '' ? (
          <>
            <NavLink
              component={Link}
              to="/docs/api"
              active={!id}
              onClick={onGo}
              label={t('apiDocs.start.title')}
            />
            <NavLink
              component={Link}
              to={`/docs/api/${CHANGES}`}
              active={id === CHANGES}
              onClick={onGo}
              label={t('apiDocs.changes')}
            />
            {sections.map(({ name, calls }) => (
              <NavLink
                key={name}
                label={name}
                defaultOpened={name === here}
                childrenOffset={12}
                component="button"
                className={styles.section}
              >
                {calls.map((call) => (
                  <Entry key={call.id} call={call} active={call.id === id} onGo={onGo} />
                ))}
              </NavLink>
            ))}
          </>
        ) : (
          <>
            <p className={styles.none} role="status">
              {t('apiDocs.found', { count: found.length })}
            </p>
            {found.map(({ call, field: name }) => (
              <Entry key={call.id} call={call} field={name} active={call.id === id} onGo={onGo} />
            ))}
          </>
        )}
      </ScrollArea>
    </div>
  );
}

interface EntryProps {
  call: Call;
  field?: string | null;
  active: boolean;
  onGo: () => void;
}

/** Link to a call, with the field that matched the search. */
function Entry({ call, field, active, onGo }: EntryProps) {
  return (
    <NavLink
      component={Link}
      to={`/docs/api/${call.id}`}
      active={active}
      aria-current={active ? 'page' : undefined}
      onClick={onGo}
      label={
        <span className={styles.entry} dir="ltr">
          <span className={styles.method}>{call.method}</span>
          <span>
            {call.title}
            {field && <code className={styles.match}>{field}</code>}
          </span>
        </span>
      }
    />
  );
}

/** Focuses the search field on `/`, unless the user is typing in a field. */
function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [field]);
}
