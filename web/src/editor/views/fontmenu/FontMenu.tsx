import { Anchor, Select, Skeleton, Switch, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor, useEditorContext } from '../../state/context/context';
import { FontList, HEIGHT, placesOf } from './FontList';
import styles from './FontMenu.module.css';
import { recentFonts } from './recent';
import {
  CATEGORIES,
  type Category,
  countFonts,
  menuRows,
  NO_FILTERS,
  type Row,
  stepTo,
  WRITINGS,
  type Writing,
} from './rows';
import { useEntries } from './useEntries';

export type FontMenuProps = { value: string; onChoose: (font: string) => void; onClose: () => void };

/** Search, filters and all fonts. The search field keeps the focus, and its keys move through the list. */
export function FontMenu({ value, onChoose, onClose }: FontMenuProps) {
  const { t } = useTranslation();
  const id = useId();
  const { ports } = useEditorContext();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [recent] = useState(recentFonts);
  const language = useLanguage();
  const menu = useEntries();
  const rows = useMemo(() => menuRows(menu?.entries ?? [], filters, recent), [menu, filters, recent]);
  const { view, active, setActive } = useActiveRow(rows, value, filters === NO_FILTERS);

  const change = (next: Partial<typeof filters>) => setFilters((old) => ({ ...old, ...next }));
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key];
    const row = rows[active];
    if (step !== undefined) setActive(stepTo(rows, active, step));
    else if (event.key === 'Enter' && row?.kind === 'font') onChoose(row.entry.font.name);
    else return;
    event.preventDefault();
  };
  const manage = ports.fonts?.manage;
  const found = countFonts(rows);
  return (
    <div className={styles.panel}>
      <TextInput
        data-autofocus
        size="xs"
        type="search"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={rows[active] ? `${id}-list-${active}` : undefined}
        aria-autocomplete="list"
        aria-label={t('fonts.menu.search')}
        placeholder={t('fonts.menu.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={filters.query}
        onChange={(event) => change({ query: event.currentTarget.value })}
        onKeyDown={press}
      />
      <div className={styles.filters}>
        <Select
          size="xs"
          clearable
          aria-label={t('fonts.menu.category')}
          placeholder={t('fonts.menu.anyCategory')}
          comboboxProps={{ withinPortal: false }}
          value={filters.category}
          data={CATEGORIES.map((name) => ({ value: name, label: t(`fonts.category.${name}`) }))}
          onChange={(category) => change({ category: category as Category | null })}
        />
        <Select
          size="xs"
          clearable
          aria-label={t('fonts.menu.writing')}
          placeholder={t('fonts.menu.anyWriting')}
          comboboxProps={{ withinPortal: false }}
          value={filters.writing}
          data={WRITINGS.map((name) => ({ value: name, label: t(`fonts.writing.${name}`) }))}
          onChange={(writing) => change({ writing: writing as Writing | null })}
        />
      </div>
      <Switch
        size="xs"
        label={t('fonts.menu.covering', { language: language.name })}
        checked={filters.language !== null}
        onChange={(event) => change({ language: event.currentTarget.checked ? language.value : null })}
      />
      {menu ? (
        <FontList
          id={`${id}-list`}
          rows={rows}
          drawings={menu.drawings}
          active={active}
          selected={value}
          language={language}
          window={view}
          onActive={setActive}
          onChoose={onChoose}
        />
      ) : (
        <Skeleton className={styles.window} />
      )}
      <div className={styles.foot}>
        <Text fz="xs" c="dimmed" aria-live="polite">
          {menu && found === 0
            ? t('fonts.menu.none')
            : t('fonts.menu.found', { count: found, number: found })}
        </Text>
        {manage && (
          <Anchor
            component="button"
            type="button"
            fz="xs"
            onClick={() => {
              onClose();
              manage();
            }}
          >
            {t('fonts.menu.manage')}
          </Anchor>
        )}
      </div>
    </div>
  );
}

const PAGE = 6;
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
};

/** Returns the language of the design with its name in the user's language. */
function useLanguage() {
  const value = useEditor(({ sheet }) => sheet.design.language ?? 'en');
  const { languages } = useEditorContext().ports;
  return languages.find((language) => language.value === value) ?? { value, name: value };
}

/** The row that Enter chooses, kept visible: the selected font at first, the first match after a search. */
function useActiveRow(rows: readonly Row[], value: string, untouched: boolean) {
  const view = useRef<HTMLDivElement>(null);
  // The row is only valid for the rows it was set with: a key right after a typed letter must not use a row of the previous
  // list.
  const [moved, setMoved] = useState<{ rows: readonly Row[]; to: number }>();
  const chosen = untouched
    ? rows.findIndex((row) => row.kind === 'font' && row.entry.font.name === value)
    : -1;
  const first = chosen >= 0 ? chosen : stepTo(rows, -1, 1);
  const active = moved?.rows === rows ? moved.to : first;
  const setActive = (to: number) => setMoved({ rows, to });
  useEffect(() => {
    const row = rows[active];
    if (!view.current || !row) return;
    const begin = placesOf(rows)[active] ?? 0;
    const { scrollTop, clientHeight } = view.current;
    // Also shows the heading above a first row.
    if (begin - HEIGHT.heading < scrollTop) view.current.scrollTop = begin - HEIGHT.heading;
    const end = begin + HEIGHT[row.kind];
    if (end > scrollTop + clientHeight) view.current.scrollTop = end - clientHeight;
  }, [rows, active]);
  return { view, active, setActive };
}
