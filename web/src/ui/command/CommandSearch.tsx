import { Modal, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matches } from '../../lib/fold';
import styles from './CommandSearch.module.css';

export interface Command {
  id: string;
  label: string;
  /** The type of the item or its keyboard shortcut, shown at the end of the row. */
  hint?: string;
  /** Whether the item is listed but cannot be chosen now. */
  disabled?: boolean;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  run: () => void;
}

interface CommandSearchProps {
  opened: boolean;
  onClose: () => void;
  /** Called after the search has closed and the focus has been restored. */
  onClosed?: () => void;
  commands: readonly Command[];
  /** The placeholder of the search field. By default it asks for pages. */
  placeholder?: string;
  /** The accessible name of the list of results. */
  results?: string;
  nothing?: string;
}

/** A command palette: type to search, choose with the arrow keys, open with Enter. */
export function CommandSearch({ opened, onClose, onClosed, ...list }: CommandSearchProps) {
  const { t } = useTranslation();
  const placeholder = list.placeholder ?? t('ui.command.placeholder');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': placeholder } }}
    >
      <CommandList {...list} placeholder={placeholder} onClose={onClose} />
    </Modal>
  );
}

type ListProps = Omit<CommandSearchProps, 'opened' | 'onClosed' | 'placeholder'> & { placeholder: string };

function CommandList({ commands, onClose, placeholder, results, nothing }: ListProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = matching(commands, query);

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const choose = (command: Command | undefined) => {
    if (!command || command.disabled) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(found[active]);
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else return;
    event.preventDefault();
  };

  return (
    <div>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={styles.input}
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={placeholder}
        aria-label={placeholder}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={results ?? t('ui.command.results')}
        className={styles.list}
      >
        {found.map((command, index) => (
          <UnstyledButton
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-disabled={command.disabled}
            className={styles.option}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(command)}
          >
            {command.icon && <command.icon size={18} stroke={1.6} />}
            <span className={styles.label}>{command.label}</span>
            {command.hint && <span className={styles.hint}>{command.hint}</span>}
          </UnstyledButton>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{nothing ?? t('ui.command.nothing')}</p>}
    </div>
  );
}

function matching(commands: readonly Command[], query: string): readonly Command[] {
  return commands.filter(({ label, hint }) => matches(`${label} ${hint ?? ''}`, query));
}
