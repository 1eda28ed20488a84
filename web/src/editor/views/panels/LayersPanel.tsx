import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor, useEditorContext, usePanelSheet } from '../../state/context/context';
import type { Commands } from '../commands/useCommands';
import styles from '../styles/panels.module.css';
import { BlockRow, GroupRow } from './LayerRow';
import { layerAction } from './layerKeys';
import { currentRow, type Row, rowId, rowsOf, topRows } from './layerRows';

/** The page as a list, front first. It offers by keyboard everything that the mouse does on the canvas. */
export function LayersPanel({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const { blocks } = usePanelSheet().design;
  const selection = useEditor((state) => state.selection);
  const entered = useEditor((state) => state.entered);
  const list = useRef<HTMLUListElement>(null);
  /** Whether a key of the list has been handled since the focus last followed the selection. */
  const pressed = useRef(false);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const rows = rowsOf(blocks, folded);
  const current = currentRow(rows, selection, entered);
  const stop = current ?? rows[0];
  const focused = current && rowId(current);

  // The focus follows the selection while it is in the list, also when a row moves, for which the browser drops the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order of the blocks moves rows
  useEffect(() => {
    const within = pressed.current || list.current?.contains(document.activeElement);
    pressed.current = false;
    if (focused && within) list.current?.querySelector<HTMLElement>(`[data-row="${focused}"]`)?.focus();
  }, [focused, blocks]);

  if (blocks.length === 0) return <p className={styles.help}>{t('editor.layers.empty')}</p>;

  const fold = (id: string, closed: boolean) => {
    const next = new Set(folded);
    if (closed) next.add(id);
    else next.delete(id);
    setFolded(next);
  };
  const shared = (row: Row) => ({
    commands,
    tabStop: stop !== undefined && rowId(row) === rowId(stop),
    onKeyDown: (event: React.KeyboardEvent) => {
      const action = layerAction(event, row, rows, { state: store.getState(), commands, fold });
      if (!action) return;
      event.preventDefault();
      pressed.current = true;
      action();
    },
  });
  return (
    <>
      <p className={styles.help} id="layer-keys">
        {t('editor.layers.help')}
      </p>
      <ul
        ref={list}
        className={styles.layers}
        aria-label={t('editor.layers.label')}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget) pressed.current = false;
        }}
      >
        {topRows(rows).map((row) =>
          row.kind === 'block' ? (
            <BlockRow key={rowId(row)} row={row} {...shared(row)} />
          ) : (
            <GroupRow
              key={rowId(row)}
              row={row}
              onFold={(closed) => fold(rowId(row), closed)}
              {...shared(row)}
            >
              {row.open &&
                row.rows.map((inner) => <BlockRow key={rowId(inner)} row={inner} {...shared(inner)} />)}
            </GroupRow>
          ),
        )}
      </ul>
    </>
  );
}
