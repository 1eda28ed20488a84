import { Popover } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './FilterChip.module.css';
import { FilterEditor } from './FilterEditor';
import { type Filter, isOn, type Values } from './filters';
import { useFilterWords } from './useFilterWords';

interface FilterChipProps {
  filter: Filter;
  values: Values;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  onChange: (values: Values) => void;
  onRemove: () => void;
}

/** A chip that describes an active filter. Pressing it opens the editor. */
export function FilterChip({ filter, values, opened, onOpen, onClose, onChange, onRemove }: FilterChipProps) {
  const { t } = useTranslation();
  const wordsOf = useFilterWords();
  const words = isOn(filter, values) ? wordsOf(filter, values) : filter.label;
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      trapFocus
      returnFocus={false}
      withinPortal
      width={280}
    >
      <span className={styles.chip}>
        <Popover.Target>
          <button
            type="button"
            className={styles.words}
            data-filter={filter.name}
            title={words}
            onClick={opened ? onClose : onOpen}
          >
            <span>{words}</span>
          </button>
        </Popover.Target>
        <button
          type="button"
          className={styles.remove}
          aria-label={t('ui.list.removeFilter', { filter: words })}
          onClick={onRemove}
        >
          <IconX size={14} aria-hidden />
        </button>
      </span>
      <Popover.Dropdown data-filter-editor p="xs">
        <FilterEditor filter={filter} values={values} onChange={onChange} onClose={onClose} />
      </Popover.Dropdown>
    </Popover>
  );
}
