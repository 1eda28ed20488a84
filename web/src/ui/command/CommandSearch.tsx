import { Modal, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './CommandSearch.module.css';

export interface Command {
  id: string;
  label: string;
  /** What kind of thing it is, shown at the end of its line. */
  hint?: string;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  run: () => void;
}

interface CommandSearchProps {
  opened: boolean;
  onClose: () => void;
  commands: readonly Command[];
}

/** A search that opens everything: type, choose with the arrows, Enter. */
export function CommandSearch({ opened, onClose, commands }: CommandSearchProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('ui.command.placeholder') } }}
    >
      <CommandList commands={commands} onClose={onClose} />
    </Modal>
  );
}

function CommandList({ commands, onClose }: Omit<CommandSearchProps, 'opened'>) {
  const { t } = useTranslation();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const found = matching(commands, query);

  const choose = (command: Command | undefined) => {
    if (!command) return;
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
        placeholder={t('ui.command.placeholder')}
        aria-label={t('ui.command.placeholder')}
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
      <div id={listId} role="listbox" aria-label={t('ui.command.results')} className={styles.list}>
        {found.map((command, index) => (
          <UnstyledButton
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
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
      {found.length === 0 && <p className={styles.none}>{t('ui.command.nothing')}</p>}
    </div>
  );
}

function matching(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter((command) => {
    const text = `${command.label} ${command.hint ?? ''}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
