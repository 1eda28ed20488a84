import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Grid.module.css';
import { GridLine } from './GridLine';
import { type GridInput, useGrid } from './useGrid';

interface GridProps extends GridInput {
  /** The accessible name of the grid. */
  label: string;
  busy?: boolean;
}

/** A grid of editable cells: the arrow keys move, Enter edits, Escape discards the edit. */
export function Grid({ label, busy, ...input }: GridProps) {
  const { t } = useTranslation();
  const help = useId();
  const { frame, place, draft, waiting, goTo, use, finish, ...hears } = useGrid(input);
  const { columns, rows, before, total } = input;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table that is written in is a grid, which no element is */}
      <div
        ref={frame}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-busy={busy}
        aria-describedby={help}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        className={styles.grid}
        style={{ gridTemplateColumns: `max-content ${columns.map(trackOf).join(' ')}` }}
        {...hears}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: part of the grid */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus */}
        <div role="row" aria-rowindex={1} className={styles.head}>
          {/* biome-ignore lint/a11y/useSemanticElements: part of the grid */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus */}
          <div role="columnheader" className={styles.corner}>
            {t('ui.grid.row')}
          </div>
          {columns.map((column) => (
            // biome-ignore lint/a11y/useSemanticElements: part of the grid
            // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
            <div role="columnheader" key={column.key} className={styles.header}>
              <bdi>{column.header}</bdi>
              {column.hint && <span className={styles.hint}>{column.hint}</span>}
            </div>
          ))}
        </div>
        {rows.map((row, index) => (
          <GridLine
            key={row.id}
            row={row}
            columns={columns}
            index={index}
            rowIndex={before + index + 2}
            active={index === place.row ? place.column : -1}
            draft={index === place.row ? draft : null}
            waiting={waiting}
            onPick={goTo}
            onUse={use}
            onFinish={finish}
          />
        ))}
      </div>
      <VisuallyHidden id={help}>{t('ui.grid.keys')}</VisuallyHidden>
    </>
  );
}

const trackOf = ({ narrow }: { narrow?: boolean }) => (narrow ? 'max-content' : 'minmax(150px, auto)');
