import { Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import styles from './FontMenu.module.css';
import { FontName } from './FontName';
import type { Entry, Row } from './rows';
import type { Drawing } from './useEntries';

export const HEIGHT = { heading: 32, font: 56 } as const;
/** Overscan: rows outside the window that are already rendered for scrolling. */
const SPARE_PX = 240;

export type FontListProps = {
  id: string;
  rows: readonly Row[];
  drawings: Record<string, Drawing>;
  /** The row that Enter chooses. */
  active: number;
  selected: string;
  /** The language of the design, with its name. */
  language: { value: string; name: string };
  /** The scroll container of the rows. */
  window: RefObject<HTMLDivElement | null>;
  onActive: (row: number) => void;
  onChoose: (font: string) => void;
};

/** Returns the start of each row, and the end of the last one. */
export function placesOf(rows: readonly Row[]): number[] {
  const places = [0];
  for (const row of rows) places.push((places.at(-1) ?? 0) + HEIGHT[row.kind]);
  return places;
}

/** The fonts as a virtualised list box: only visible rows are in the DOM. */
export function FontList(props: FontListProps) {
  const { t } = useTranslation();
  const { id, rows, window: view } = props;
  const [top, setTop] = useState(0);
  const places = placesOf(rows);
  const height = view.current?.clientHeight ?? 360;

  // A change of the rows may move the scroll position without a scroll event.
  useEffect(() => setTop(rows.length > 0 ? (view.current?.scrollTop ?? 0) : 0), [rows, view]);

  const fonts = rows.filter(({ kind }) => kind === 'font').length;
  let place = 0;
  return (
    <div
      ref={view}
      className={styles.window}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      // Rows are operated from the search field.
      tabIndex={-1}
    >
      <div
        id={id}
        role="listbox"
        aria-label={t('fonts.menu.list')}
        className={styles.rows}
        style={{ height: places.at(-1) }}
      >
        {rows.map((row, index) => {
          if (row.kind === 'font') place++;
          const [begin = 0, end = 0] = places.slice(index, index + 2);
          const near = end > top - SPARE_PX && begin < top + height + SPARE_PX;
          if (!near && index !== props.active) return null;
          return row.kind === 'heading' ? (
            <Text key={row.section} className={styles.heading} style={{ insetBlockStart: begin }} aria-hidden>
              {t(`fonts.menu.${row.section}`)}
            </Text>
          ) : (
            <FontOption
              key={row.key}
              {...props}
              entry={row.entry}
              index={index}
              place={{ of: fonts, at: place, top: begin }}
            />
          );
        })}
      </div>
    </div>
  );
}

type FontOptionProps = FontListProps & {
  entry: Entry;
  index: number;
  place: { of: number; at: number; top: number };
};

function FontOption({
  id,
  entry,
  index,
  place,
  drawings,
  active,
  selected,
  language,
  ...props
}: FontOptionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { font, category, languages } = entry;
  const covers = languages.has(language.value) && t('fonts.menu.covers', { language: language.name });
  const count = new Set(font.weights.map((weight) => Number.parseInt(String(weight), 10))).size;
  const about = [
    t(`fonts.category.${category}`),
    t('fonts.menu.weights', { count, number: format.number(count) }),
  ];
  return (
    <div
      id={`${id}-${index}`}
      role="option"
      aria-selected={font.name === selected}
      aria-setsize={place.of}
      aria-posinset={place.at}
      aria-label={format.list([font.name, ...about, ...(covers ? [covers] : [])])}
      tabIndex={-1}
      className={styles.option}
      data-active={index === active || undefined}
      style={{ insetBlockStart: place.top }}
      onMouseMove={() => index !== active && props.onActive(index)}
      onClick={() => props.onChoose(font.name)}
      // The search field keeps the focus and handles the keys.
      onKeyDown={undefined}
      onMouseDown={(event) => event.preventDefault()}
    >
      <span className={styles.name}>
        <FontName font={font} drawing={drawings[font.name]} />
      </span>
      <span className={styles.about} aria-hidden>
        <bdi>{font.name}</bdi>
        {['', ...about].join(' · ')}
      </span>
      <span className={styles.marks} aria-hidden>
        {covers && (
          <Tooltip label={covers} openDelay={300}>
            <IconCircleCheck size={16} className={styles.covers} />
          </Tooltip>
        )}
        {font.name === selected && <IconCheck size={16} />}
      </span>
    </div>
  );
}
