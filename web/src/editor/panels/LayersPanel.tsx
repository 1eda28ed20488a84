import { ActionIcon, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff, IconLock, IconLockOpen } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../blocks/views';
import { useEditor, useEditorContext } from '../context';
import type { Block } from '../model/types';
import { keyOf } from '../state/sheet';
import type { Commands } from '../useCommands';
import { useBlockWords } from '../words';
import { layerAction } from './layerKeys';
import styles from './panels.module.css';

/** The page as a list, the front first: all that the mouse does on the canvas can be done here by keyboard. */
export function LayersPanel({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const blocks = useEditor((state) => state.sheet.design.blocks);
  const selection = useEditor((state) => state.selection);
  const list = useRef<HTMLUListElement>(null);
  const front = blocks.toReversed();
  const stop = front.find((block) => selection.includes(keyOf(block))) ?? front[0];

  // The focus follows the selection while it is in the list, also when its block has moved to another place.
  useEffect(() => {
    if (!list.current?.contains(document.activeElement)) return;
    const [key] = selection;
    list.current.querySelector<HTMLElement>(`[data-layer="${key}"]`)?.focus();
  }, [selection]);

  if (blocks.length === 0) return <p className={styles.help}>{t('editor.layers.empty')}</p>;
  return (
    <>
      <p className={styles.help} id="layer-keys">
        {t('editor.layers.help')}
      </p>
      <ul ref={list} className={styles.layers} aria-label={t('editor.layers.label')}>
        {front.map((block) => (
          <Layer
            key={keyOf(block)}
            block={block}
            selected={selection.includes(keyOf(block))}
            tabStop={block === stop}
            commands={commands}
          />
        ))}
      </ul>
    </>
  );
}

type LayerProps = { block: Block; selected: boolean; tabStop: boolean; commands: Commands };

function Layer({ block, selected, tabStop, commands }: LayerProps) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const words = useBlockWords();
  const key = keyOf(block);
  const name = words.name(block);
  const Icon = viewOf(block).icon;

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const action = layerAction(event, key, store.getState(), commands);
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <li
      className={styles.layer}
      data-selected={selected || undefined}
      data-hidden={block.hidden || undefined}
    >
      <button
        type="button"
        className={styles.layerName}
        data-layer={key}
        aria-pressed={selected}
        aria-label={words.described(block)}
        aria-describedby="layer-keys"
        tabIndex={tabStop ? 0 : -1}
        onKeyDown={press}
        onClick={(event) => {
          if (event.shiftKey) store.getState().toggle(key);
          else store.getState().select([key]);
        }}
        onDoubleClick={commands.editText}
      >
        <Icon size={16} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
        <span>
          <bdi>{name}</bdi>
        </span>
      </button>
      <Toggle
        on={block.locked ?? false}
        label={t(block.locked ? 'editor.layers.unlock' : 'editor.layers.lock', { name })}
        icons={[IconLock, IconLockOpen]}
        onPress={() => commands.toggleLock([key])}
      />
      <Toggle
        on={block.hidden ?? false}
        label={t(block.hidden ? 'editor.layers.show' : 'editor.layers.hide', { name })}
        icons={[IconEyeOff, IconEye]}
        onPress={() => commands.toggleHidden([key])}
      />
    </li>
  );
}

type ToggleProps = {
  on: boolean;
  label: string;
  icons: [typeof IconLock, typeof IconLock];
  onPress: () => void;
};

function Toggle({ on, label, icons: [On, Off], onPress }: ToggleProps) {
  const Icon = on ? On : Off;
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} onClick={onPress} c={on ? undefined : 'dimmed'}>
        <Icon size={15} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
