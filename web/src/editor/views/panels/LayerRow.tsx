import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconShape,
} from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { useEditor, useEditorContext, usePanelSheet } from '../../state/context/context';
import { useGoneTags } from '../../state/context/useGoneTags';
import { iconOf } from '../blocks/icons';
import type { Commands } from '../commands/useCommands';
import { LockMenu } from '../inspector/LockMenu';
import styles from '../styles/panels.module.css';
import { useBlockWords } from '../words/words';
import { chooseRow } from './layerKeys';
import { type BlockRowData, type GroupRowData, keysOf, type Row, rowId } from './layerRows';

type Shared = { commands: Commands; tabStop: boolean; onKeyDown: (event: KeyboardEvent) => void };

/** One block of the list. */
export function BlockRow({ row, ...shared }: Shared & { row: BlockRowData }) {
  const { block } = row;
  const { t } = useTranslation();
  const words = useBlockWords();
  const gone = useGoneTags()(block).map((tag) => `[${tag}]`);
  const described = words.described(block);
  const warning =
    gone.length > 0 ? t('editor.layers.gone', { tags: gone.join(' '), count: gone.length }) : undefined;
  return (
    <li>
      <Line
        row={row}
        blocks={[block]}
        icon={iconOf(block)}
        name={words.name(block)}
        label={warning ? t('editor.layers.warned', { block: described, warning }) : described}
        warning={warning}
        {...shared}
      />
    </li>
  );
}

type GroupRowProps = Shared & { row: GroupRowData; onFold: (closed: boolean) => void; children: ReactNode };

/** A group with its blocks below it. */
export function GroupRow({ row, onFold, children, ...shared }: GroupRowProps) {
  const { t } = useTranslation();
  const words = useBlockWords();
  const sheet = usePanelSheet();
  const name = words.group(sheet, row.group);
  const Fold = row.open ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <Line
        row={row}
        blocks={row.rows.map(({ block }) => block)}
        icon={IconShape}
        name={name}
        label={words.describedGroup(sheet, row.group)}
        expanded={row.open}
        {...shared}
      >
        <ActionIcon
          size="sm"
          tabIndex={-1}
          aria-label={t(row.open ? 'editor.group.fold' : 'editor.group.unfold', { name })}
          onClick={() => onFold(row.open)}
          className={styles.fold}
        >
          <Fold size={15} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Line>
      {row.open && (
        <ul className={styles.inner} aria-label={name}>
          {children}
        </ul>
      )}
    </li>
  );
}

type LineProps = Shared & {
  row: Row;
  blocks: readonly Block[];
  icon: typeof IconEye;
  name: string;
  /** The label for screen readers. */
  label: string;
  /** The problem with the block. */
  warning?: string | undefined;
  expanded?: boolean;
  children?: ReactNode;
};

function Line({ row, blocks, icon: Icon, name, label, warning, expanded, children, ...shared }: LineProps) {
  const { commands, tabStop, onKeyDown } = shared;
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const selection = useEditor((state) => state.selection);
  const keys = keysOf(row);
  const selected = keys.every((key) => selection.includes(key));
  const hidden = blocks.every((block) => block.hidden);

  const press = ({ shiftKey }: MouseEvent) => {
    const state = store.getState();
    const [first] = keys;
    if (shiftKey && first !== undefined) state.toggle(first);
    else chooseRow(row, state);
  };
  return (
    <div className={styles.layer} data-selected={selected || undefined} data-hidden={hidden || undefined}>
      {children}
      <button
        type="button"
        className={styles.layerName}
        data-row={rowId(row)}
        data-layer={row.kind === 'block' ? keyOf(row.block) : undefined}
        data-group={row.kind === 'group' ? row.group : undefined}
        aria-pressed={selected}
        aria-expanded={expanded}
        aria-label={label}
        title={warning}
        aria-describedby="layer-keys"
        tabIndex={tabStop ? 0 : -1}
        onKeyDown={onKeyDown}
        onClick={press}
        onDoubleClick={commands.editText}
      >
        <Icon size={16} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
        <span>
          <bdi>{name}</bdi>
        </span>
        {warning && <IconAlertTriangle size={15} aria-hidden className={styles.warning} />}
      </button>
      <LockMenu small blocks={blocks} commands={commands} label={t('editor.layers.lock', { name })} />
      <Tooltip label={t(hidden ? 'editor.layers.show' : 'editor.layers.hide', { name })}>
        <ActionIcon
          size="sm"
          aria-label={t(hidden ? 'editor.layers.show' : 'editor.layers.hide', { name })}
          onClick={() => commands.toggleHidden(keys)}
          c={hidden ? undefined : 'dimmed'}
        >
          {hidden ? (
            <IconEyeOff size={15} stroke={1.6} aria-hidden />
          ) : (
            <IconEye size={15} stroke={1.6} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
